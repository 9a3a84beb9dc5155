import { limits } from "@sheaf/contract/limits";
import { Check, CornerDownRight } from "lucide-react";
import { useState } from "react";
import { useAnswerQuestion } from "../../data/questions/answer-question.mutation.ts";
import type { Question } from "../../data/questions/question.models.ts";
import { useResolveQuestion } from "../../data/questions/resolve-question.mutation.ts";
import { errorText } from "../../lib/errors.ts";
import { useFocusFallback } from "../../lib/use-focus-fallback.ts";
import { Button } from "../../ui/forms/button.tsx";
import { useToast } from "../../ui/overlays/toast.tsx";
import { Chip } from "../../ui/status/chip.tsx";
import { excerpt } from "./excerpt.models.ts";
import { MessageForm } from "./message-form.tsx";
import styles from "./questions.module.css";
import { WrittenText } from "./written-text.tsx";

interface QuestionThreadProps {
  question: Question;
  /** Of its item. */
  isSensitive: boolean;
  /** The signed-in person, who is called "You". */
  myId: string;
  isUnread: boolean;
  /** False where nothing can be written any more. */
  canWrite: boolean;
}

/** A question with its replies. A resolved one is one line, which unfolds. */
export function QuestionThread({ question, isSensitive, myId, isUnread, canWrite }: QuestionThreadProps) {
  const { isResolved, messages } = question;
  const [first] = messages;
  const [isReplying, setReplying] = useState(false);
  const [wasResolved] = useState(isResolved);
  // The person who has just resolved it has seen it, so it folds like any other.
  const isNew = isUnread && (wasResolved || !isResolved);
  const { group, groupProps } = useFocusFallback(`${isReplying} ${isResolved} ${messages.length}`);
  const content = (
    <>
      <ol className={styles["messages"]}>
        {messages.map((message) => (
          <li key={message.id}>
            <WrittenText text={message} myId={myId} />
          </li>
        ))}
      </ol>
      {canWrite && isReplying && (
        <ReplyForm questionId={question.id} isSensitive={isSensitive} onClose={() => setReplying(false)} />
      )}
      {canWrite && !isReplying && <ThreadButtons question={question} onReply={() => setReplying(true)} />}
    </>
  );
  return (
    <div
      ref={group}
      {...groupProps}
      className={styles["thread"]}
      role="group"
      aria-label={`Question: ${excerpt(first?.body ?? "")}`}
      tabIndex={-1}
      data-unread={isNew || undefined}
    >
      {isNew && <Chip tone="submitted">New</Chip>}
      {isResolved ? (
        <details open={isNew}>
          <summary className={styles["resolved"]}>
            <Check aria-hidden="true" />
            <span>Resolved: {first?.body}</span>
          </summary>
          {content}
        </details>
      ) : (
        content
      )}
    </div>
  );
}

interface ReplyFormProps {
  questionId: string;
  isSensitive: boolean;
  onClose: () => void;
}

function ReplyForm({ questionId, isSensitive, onClose }: ReplyFormProps) {
  const answering = useAnswerQuestion();
  const toast = useToast();
  return (
    <MessageForm
      name={`reply to ${questionId}`}
      isSensitive={isSensitive}
      label="Your reply"
      submitLabel="Reply"
      longest={limits.messageLength}
      busy={answering.isPending}
      error={answering.error}
      onSend={async (body) => {
        await answering.mutateAsync({ questionId, body });
        toast({ message: "Your reply was sent.", tone: "success" });
      }}
      onClose={onClose}
    />
  );
}

function ThreadButtons({ question, onReply }: { question: Question; onReply: () => void }) {
  const resolving = useResolveQuestion();
  const toast = useToast();
  const resolve = () =>
    resolving.mutate(
      { questionId: question.id, isResolved: !question.isResolved },
      {
        onSuccess: () => toast({ message: question.isResolved ? "Question reopened" : "Marked as resolved" }),
        onError: (error) => toast({ message: errorText(error), tone: "problem" }),
      },
    );
  return (
    <div className={styles["buttons"]}>
      <Button size="small" variant="quiet" icon={<CornerDownRight />} onClick={onReply}>
        Reply
      </Button>
      <Button size="small" variant="quiet" icon={<Check />} busy={resolving.isPending} onClick={resolve}>
        {question.isResolved ? "Reopen question" : "Mark as resolved"}
      </Button>
    </div>
  );
}
