import { MessageCircle } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../../ui/forms/button.tsx";
import type { ItemProps } from "./item-props.ts";
import styles from "./questions-block.module.css";

// Most items have no questions, so most pages never load this code.
const ItemQuestions = lazy(async () => ({
  default: (await import("../../../steps/questions/item-questions.tsx")).ItemQuestions,
}));

interface QuestionsBlockProps extends Pick<ItemProps, "item" | "request" | "myId" | "unread"> {
  /** False while the request takes nothing. */
  canWrite: boolean;
}

/** An item's questions, and a button to ask another one. */
export function QuestionsBlock({ item, request, myId, unread, canWrite }: QuestionsBlockProps) {
  const [isAsking, setAsking] = useState(false);
  if (!canWrite && item.questions.length === 0) return null;
  return (
    <div className={styles["block"]}>
      {(item.questions.length > 0 || isAsking) && (
        <Suspense>
          <ItemQuestions
            item={item}
            unread={unread}
            myId={myId}
            canWrite={canWrite}
            isAsking={isAsking}
            readers={`${request.workspaceName} and everyone this request was sent to`}
            onAsked={() => setAsking(false)}
          />
        </Suspense>
      )}
      {canWrite && !isAsking && (
        <Button
          size="small"
          variant="quiet"
          icon={<MessageCircle />}
          aria-label={`Ask a question about ${item.title}`}
          onClick={() => setAsking(true)}
        >
          Ask a question
        </Button>
      )}
    </div>
  );
}
