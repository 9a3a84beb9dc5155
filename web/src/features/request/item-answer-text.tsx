import type { ItemAnswer } from "../../data/items/item.models.ts";
import styles from "./item-card.module.css";

const leads = {
  text: null,
  not_applicable: "They say it does not apply.",
  cannot_provide: "They say they cannot provide it.",
} as const;

/** What the recipient wrote in place of a file. Plain text, whatever it looks like. */
export function ItemAnswerText({ answer }: { answer: ItemAnswer }) {
  const lead = leads[answer.kind];
  return (
    <div className={styles["answer"]}>
      {lead && <b>{lead}</b>}
      {answer.text !== "" && <p>{answer.text}</p>}
    </div>
  );
}
