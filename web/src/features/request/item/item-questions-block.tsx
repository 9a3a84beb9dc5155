import { lazy, Suspense } from "react";
import type { ItemProps } from "./item-props.ts";

// Most items have no questions, so most pages never load this code.
const ItemQuestions = lazy(async () => ({
  default: (await import("../../../steps/questions/item-questions.tsx")).ItemQuestions,
}));
const ItemNotes = lazy(async () => ({ default: (await import("./item-notes.tsx")).ItemNotes }));

interface ItemQuestionsBlockProps extends Pick<ItemProps, "item" | "myId" | "unread" | "takesMessages"> {
  /** The form that is open. */
  form: "ask" | "note" | null;
  onDone: () => void;
}

/** An item's questions, and the members' notes on it. */
export function ItemQuestionsBlock({
  item,
  myId,
  unread,
  takesMessages,
  form,
  onDone,
}: ItemQuestionsBlockProps) {
  return (
    <Suspense>
      {(item.questions.length > 0 || form === "ask") && (
        <ItemQuestions
          item={item}
          unread={unread}
          myId={myId}
          canWrite={takesMessages}
          isAsking={form === "ask"}
          readers="All recipients and members"
          onAsked={onDone}
        />
      )}
      {(item.notes.length > 0 || form === "note") && (
        <ItemNotes item={item} myId={myId} isAdding={form === "note"} onAdded={onDone} />
      )}
    </Suspense>
  );
}
