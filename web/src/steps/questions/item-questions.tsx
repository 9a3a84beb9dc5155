import { limits } from "@sheaf/contract/limits";
import { useRef, useState } from "react";
import { useAskQuestion } from "../../data/questions/ask-question.mutation.ts";
import { newestMessageAt, type Question } from "../../data/questions/question.models.ts";
import { useToast } from "../../ui/overlays/toast.tsx";
import { MessageForm } from "./message-form.tsx";
import { QuestionThread } from "./question-thread.tsx";
import styles from "./questions.module.css";
import { useReadWhenSeen } from "./use-read-when-seen.ts";

export interface ItemQuestionsProps {
  item: { id: string; title: string; isSensitive: boolean; questions: readonly Question[] };
  /** Of the whole request. */
  unread: ReadonlySet<string>;
  /** The signed-in person. */
  myId: string;
  /** False where nothing can be written any more. */
  canWrite: boolean;
  isAsking: boolean;
  /** Shown in the form, because not only the person asked reads a question. */
  readers: string;
  onAsked: () => void;
}

/** An item's questions, and the form for another one. They are read once they are in view. */
export function ItemQuestions(props: ItemQuestionsProps) {
  const { item, unread, myId, canWrite, isAsking, readers, onAsked } = props;
  const list = useRef<HTMLDivElement>(null);
  const isUnread = item.questions.some(({ id }) => unread.has(id));
  useReadWhenSeen(list, { itemId: item.id, newest: newestMessageAt(item.questions), isUnread });
  const wasUnread = useEverUnread(unread);
  return (
    <div ref={list} className={styles["questions"]} role="group" aria-label={`Questions about ${item.title}`}>
      {item.questions.map((question) => (
        <QuestionThread
          key={question.id}
          question={question}
          isSensitive={item.isSensitive}
          myId={myId}
          isUnread={wasUnread.has(question.id)}
          canWrite={canWrite}
        />
      ))}
      {isAsking && canWrite && <AskForm item={item} readers={readers} onClose={onAsked} />}
    </div>
  );
}

/** Questions that were unread at any time during this visit: the mark must not vanish while the user reads. */
function useEverUnread(unread: ReadonlySet<string>): ReadonlySet<string> {
  const [seen, setSeen] = useState(unread);
  if ([...unread].every((id) => seen.has(id))) return seen;
  const all = new Set([...seen, ...unread]);
  setSeen(all);
  return all;
}

interface AskFormProps {
  item: ItemQuestionsProps["item"];
  readers: string;
  onClose: () => void;
}

function AskForm({ item, readers, onClose }: AskFormProps) {
  const asking = useAskQuestion();
  const toast = useToast();
  return (
    <MessageForm
      name={`question about ${item.id}`}
      isSensitive={item.isSensitive}
      label={`Your question about “${item.title}”`}
      hint={`${readers} can read it.`}
      submitLabel="Send question"
      longest={limits.messageLength}
      busy={asking.isPending}
      error={asking.error}
      onSend={async (body) => {
        await asking.mutateAsync({ itemId: item.id, body });
        toast({ message: `Your question about “${item.title}” was sent.`, tone: "success" });
      }}
      onClose={onClose}
    />
  );
}
