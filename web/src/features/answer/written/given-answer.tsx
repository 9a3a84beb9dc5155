import type { DeclinedKind } from "@sheaf/contract/states";
import { useAnswerItem } from "../../../data/answers/answer-item.mutation.ts";
import type { ReceivedItem } from "../../../data/inbox/received-item.models.ts";
import { answerWords, isDeclinedKind } from "../../../data/items/answer.models.ts";
import { errorText } from "../../../lib/errors.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Veil } from "../../../ui/layout/veil.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import { UserText } from "../../../ui/layout/user-text.tsx";
import styles from "./written.module.css";

const leads: Readonly<Record<DeclinedKind, string>> = {
  not_applicable: "You said this doesn’t apply to you.",
  cannot_provide: "You said you can’t provide this.",
};

interface GivenAnswerProps {
  item: ReceivedItem;
  isLocked: boolean;
}

/** The recipient's own written answer, which can be undone until it is accepted. */
export function GivenAnswer({ item, isLocked }: GivenAnswerProps) {
  const answering = useAnswerItem();
  if (item.answer === null) return null;
  const undo = () => answering.mutate({ itemId: item.id, revision: item.revision, kind: "none", text: "" });
  const words = (
    <p>
      {isDeclinedKind(item.answer.kind) && leads[item.answer.kind]}{" "}
      <UserText>{answerWords(item.answer)}</UserText>
    </p>
  );
  return (
    <>
      <div className={styles["given"]}>
        {item.isSensitive ? (
          <Veil noun="answer" which={`to ${item.title}`}>
            {words}
          </Veil>
        ) : (
          words
        )}
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
