import { Check } from "lucide-react";
import type { ReactNode } from "react";
import type { ReceivedRequest } from "../../../data/inbox/received-request.models.ts";
import { segmentsLabel } from "../../../data/inbox/remaining.models.ts";
import { toSectionSegments } from "../../../data/items/item-segments.models.ts";
import { Segments } from "../../../ui/status/segments.tsx";
import { SenderLine } from "../sender-line.tsx";
import { doneText } from "./done.models.ts";
import styles from "./done.module.css";

interface DoneHeaderProps {
  request: ReceivedRequest;
  account?: ReactNode;
  /** The page turned to its end while it was open. */
  takesFocus: boolean;
}

/** The recipient has done their part. */
export function DoneHeader({ request, account, takesFocus }: DoneHeaderProps) {
  return (
    <header>
      <SenderLine request={request} account={account} />
      <div className={styles["done"]}>
        <span className={styles["check"]}>
          <Check aria-hidden="true" />
        </span>
        <h1 ref={takesFocus ? focus : undefined} tabIndex={-1}>
          You’re done
        </h1>
        <p>{doneText(request)}</p>
      </div>
      <Segments
        segments={toSectionSegments(request.items)}
        label={segmentsLabel(request.items)}
        size="medium"
      />
    </header>
  );
}

function focus(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true });
}
