import { UserRound } from "lucide-react";
import { useState } from "react";
import { useTakeBackItem } from "../../data/hand-off/take-back-item.mutation.ts";
import { errorSentences } from "../../lib/errors.ts";
import { Button } from "../../ui/forms/button.tsx";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog.tsx";
import { UserText } from "../../ui/layout/user-text.tsx";
import styles from "./hand-off.module.css";

interface HandedLineProps {
  item: { id: string; title: string };
  /** Name or address of the person who was asked. */
  name: string;
  /** The one who asked them; "" where the page doesn't know. */
  by: string;
}

/** The person who was asked for an item, with a button to remove them. */
export function HandedLine({ item, name, by }: HandedLineProps) {
  const [isAsking, setAsking] = useState(false);
  const takeBack = useTakeBackItem();
  const close = () => {
    setAsking(false);
    takeBack.reset();
  };
  return (
    <div className={styles["line"]}>
      <UserRound aria-hidden="true" />
      <p>
        <UserText as="b" translate="no">
          {name}
        </UserText>{" "}
        was asked for this
        {by !== "" && (
          <>
            {" "}
            by <UserText>{by}</UserText>
          </>
        )}
        .
      </p>
      <Button
        size="small"
        variant="quiet"
        aria-label={`Remove ${name} from ${item.title}`}
        onClick={() => setAsking(true)}
      >
        Remove
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={close}
        title={`Remove ${name} from ${item.title}?`}
        cancelLabel="Cancel"
        confirmLabel="Remove"
        busy={takeBack.isPending}
        failure={takeBack.error && errorSentences(takeBack.error)}
        onConfirm={() => takeBack.mutate({ itemId: item.id }, { onSuccess: close })}
      >
        <p>They’ll lose access to it. What they’ve added stays here, and you can ask someone else.</p>
      </ConfirmDialog>
    </div>
  );
}
