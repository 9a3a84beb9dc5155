import { useAnswerItem } from "../../data/answers/answer-item.mutation.ts";
import type { ReceivedItem } from "../../data/inbox/received-request.models.ts";
import { errorText } from "../../lib/errors.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Notice } from "../../ui/status/notice.tsx";
import styles from "./text-answer.module.css";

const lead = {
  text: "",
  not_applicable: "You said this doesn’t apply to you.",
  cannot_provide: "You said you can’t provide this.",
} as const;

interface GivenAnswerProps {
  item: ReceivedItem;
  isLocked: boolean;
}

/** The recipient's own written answer, which can be undone until it is accepted. */
export function GivenAnswer({ item, isLocked }: GivenAnswerProps) {
  const answering = useAnswerItem();
  if (item.answer === null) return null;
  const { kind, text } = item.answer;
  const undo = () => answering.mutate({ itemId: item.id, revision: item.revision, kind: "none", text: "" });
  return (
    <>
      <div className={styles["given"]}>
        <p>{[lead[kind], text].filter(Boolean).join(" ")}</p>
        {!isLocked && (
          <Button size="small" variant="quiet" busy={answering.isPending} onClick={undo}>
            Undo
          </Button>
        )}
      </div>
      {answering.error && (
        <Notice tone="returned" announce>
          {errorText(answering.error)}
        </Notice>
      )}
    </>
  );
}
