import { MessageCircle } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/forms/button.tsx";
import type { ItemProps } from "../item/item-props.ts";
import { ItemQuestionsBlock } from "../item/item-questions-block.tsx";

/** The item's questions and notes, and the way to ask. */
export function ReviewQuestions(props: Pick<ItemProps, "item" | "myId" | "unread" | "takesMessages">) {
  const { item, takesMessages } = props;
  const [isAsking, setAsking] = useState(false);
  if (!takesMessages && item.questions.length + item.notes.length === 0) return null;
  return (
    <section>
      <h2>Questions</h2>
      <ItemQuestionsBlock {...props} form={isAsking ? "ask" : null} onDone={() => setAsking(false)} />
      {takesMessages && !isAsking && (
        <div>
          <Button
            size="small"
            icon={<MessageCircle />}
            aria-label={`Ask a question about ${item.title}`}
            onClick={() => setAsking(true)}
          >
            Ask a question
          </Button>
        </div>
      )}
    </section>
  );
}
