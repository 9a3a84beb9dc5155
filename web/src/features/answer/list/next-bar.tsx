import { type RefObject, useEffect, useState } from "react";
import type { ReceivedItem } from "../../../data/inbox/received-item.models.ts";
import type { ReceivedRequest } from "../../../data/inbox/received-request.models.ts";
import { countRemaining } from "../../../data/inbox/remaining.models.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { UserText } from "../../../ui/layout/user-text.tsx";
import styles from "./next-bar.module.css";

interface NextBarProps {
  request: ReceivedRequest;
  next: ReceivedItem | undefined;
  isUnfolded: (id: string) => boolean;
  page: RefObject<HTMLElement | null>;
  onGo: (id: string) => void;
}

/** On a phone: the number of items left, and the way to the next one, unless it is the only one and open already. */
export function NextBar({ request: { phase, items }, next, isUnfolded, page, onGo }: NextBarProps) {
  const [gone, setGone] = useState<{ id: string }>();
  useEffect(() => {
    const row = gone && page.current?.querySelector(`[data-item="${CSS.escape(gone.id)}"]`);
    if (!row) return;
    row.scrollIntoView({ block: "start" });
    row.querySelector("summary")?.focus({ preventScroll: true });
  }, [gone, page]);

  const { required } = countRemaining(items);
  if (phase !== "open" || required === 0 || !next) return null;
  if (required === 1 && isUnfolded(next.id)) return null;
  return (
    <div className={styles["bar"]} role="region" aria-label="Next item">
      <p>
        <b>{required} left</b>
        <span>
          Next: <UserText>{next.title}</UserText>
        </span>
      </p>
      <Button
        variant="primary"
        size="large"
        onClick={() => {
          onGo(next.id);
          setGone({ id: next.id });
        }}
      >
        Go to next
      </Button>
    </div>
  );
}
