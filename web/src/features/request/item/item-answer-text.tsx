import type { DeclinedKind } from "@sheaf/contract/states";
import { answerWords, isDeclinedKind } from "../../../data/items/answer.models.ts";
import type { ItemAnswer } from "../../../data/items/item-core.models.ts";
import type { Item } from "../../../data/items/item.models.ts";
import { Veil } from "../../../ui/layout/veil.tsx";
import { UserText } from "../../../ui/layout/user-text.tsx";
import styles from "./item-card.module.css";

const leads: Readonly<Record<DeclinedKind, string>> = {
  not_applicable: "They say it doesn’t apply.",
  cannot_provide: "They say they can’t provide it.",
};

/** The recipient's answer in words. Always rendered as plain text. */
export function ItemAnswerText({ item, answer }: { item: Item; answer: ItemAnswer }) {
  const lead = isDeclinedKind(answer.kind) && leads[answer.kind];
  const text = (
    <div className={styles["answer"]}>
      {lead && <b>{lead}</b>}
      {answerWords(answer) !== "" && <UserText as="p">{answerWords(answer)}</UserText>}
    </div>
  );
  return item.isSensitive ? (
    <Veil noun="answer" which={`to ${item.title}`}>
      {text}
    </Veil>
  ) : (
    text
  );
}
