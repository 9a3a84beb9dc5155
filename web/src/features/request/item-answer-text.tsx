import type { ItemAnswer } from "../../data/items/item.models.ts";
import styles from "./item-card.module.css";

const leads = {
  text: null,
  not_applicable: "They say it doesn’t apply.",
  cannot_provide: "They say they can’t provide it.",
} as const;

/** The recipient's written answer. Always rendered as plain text. */
export function ItemAnswerText({ answer }: { answer: ItemAnswer }) {
  const lead = leads[answer.kind];
  return (
    <div className={styles["answer"]}>
      {lead && <b>{lead}</b>}
      {answer.text !== "" && <p>{answer.text}</p>}
    </div>
  );
}
