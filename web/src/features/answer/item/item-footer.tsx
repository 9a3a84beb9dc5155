import { Ban, MessageCircle } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { useFocusFallback } from "../../../lib/use-focus-fallback.ts";
import { canHandOff, HandedTo, HandOffButton } from "./hand-off-block.tsx";
import styles from "./item-footer.module.css";
import type { ItemProps } from "./item-props.ts";

// Most items have no questions, so most pages never load this code.
const ItemQuestions = lazy(async () => ({
  default: (await import("../../../steps/questions/item-questions.tsx")).ItemQuestions,
}));

interface ItemFooterProps extends Pick<ItemProps, "item" | "request" | "myId" | "unread" | "helpers"> {
  /** The request takes nothing any more. */
  isClosed?: boolean;
  /** Undefined where the item can't be declined. */
  decline?: { isOpen: boolean; toggle: () => void } | undefined;
}

/** An item's questions, who else was asked for it, and a strip of what else the recipient can do. */
export function ItemFooter({ isClosed = false, decline, ...props }: ItemFooterProps) {
  const { item, request, myId, unread } = props;
  const [isAsking, setAsking] = useState(false);
  const askButton = useRef<HTMLButtonElement>(null);
  const canWrite = !isClosed && request.phase !== "paused";
  const canHand = !isClosed && canHandOff(props);
  const { group, groupProps } = useFocusFallback(`${props.helpers.get(item.id)}`);
  return (
    <div
      ref={group}
      {...groupProps}
      className={styles["footer"]}
      role="group"
      aria-label={`More about ${item.title}`}
      tabIndex={-1}
    >
      {(item.questions.length > 0 || (canWrite && isAsking)) && (
        <Suspense>
          <ItemQuestions
            item={item}
            unread={unread}
            myId={myId}
            canWrite={canWrite}
            isAsking={isAsking}
            readers={`${request.workspaceName} and everyone this request was sent to`}
            onAsked={() => {
              setAsking(false);
              // The form that had the focus is gone.
              askButton.current?.focus({ preventScroll: true });
            }}
          />
        </Suspense>
      )}
      {!isClosed && <HandedTo {...props} />}
      {(canWrite || canHand || decline) && (
        <div className={styles["strip"]}>
          {canWrite && (
            <button
              ref={askButton}
              type="button"
              aria-label={`Ask a question about ${item.title}`}
              aria-expanded={isAsking}
              onClick={() => setAsking(!isAsking)}
            >
              <MessageCircle aria-hidden="true" />
              Ask a question
            </button>
          )}
          {canHand && <HandOffButton {...props} />}
          {decline && (
            <button
              type="button"
              aria-label={`I can’t provide this: ${item.title}`}
              aria-expanded={decline.isOpen}
              onClick={decline.toggle}
            >
              <Ban aria-hidden="true" />
              Can’t provide
            </button>
          )}
        </div>
      )}
    </div>
  );
}
