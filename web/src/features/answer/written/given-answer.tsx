import type { DeclinedKind } from "@sheaf/contract/states";
import type { ReactNode } from "react";
import type { ReceivedItem } from "../../../data/inbox/received-item.models.ts";
import { answerWords, isDeclinedKind } from "../../../data/items/answer.models.ts";
import { Veil } from "../../../ui/layout/veil.tsx";
import { UserText } from "../../../ui/layout/user-text.tsx";
import styles from "./written.module.css";

const leads: Readonly<Record<DeclinedKind, string>> = {
  not_applicable: "You said this doesn’t apply to you.",
  cannot_provide: "You said you can’t provide this.",
};

interface GivenAnswerProps {
  item: ReceivedItem;
  /** A button to change the answer, while it can be. */
  action?: ReactNode;
}

/** The recipient's own written answer, in words. */
export function GivenAnswer({ item, action }: GivenAnswerProps) {
  if (item.answer === null) return null;
  const words = (
    <p>
      {isDeclinedKind(item.answer.kind) && leads[item.answer.kind]}{" "}
      <UserText>{answerWords(item.answer)}</UserText>
    </p>
  );
  return (
    <div className={styles["given"]}>
      {item.isSensitive ? (
        <Veil noun="answer" which={`to ${item.title}`}>
          {words}
        </Veil>
      ) : (
        words
      )}
      {action}
    </div>
  );
}
