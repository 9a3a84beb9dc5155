import type { Receipt } from "@sheaf/contract/receipt/receipt";
import { answerNoun, answerWords, isDeclined } from "../../data/items/answer.models.ts";
import { formatMoment } from "../../lib/dates.ts";
import { Card } from "../../ui/layout/card.tsx";
import { UserText } from "../../ui/layout/user-text.tsx";
import styles from "./verify.module.css";

/** The answers in words that a genuine receipt proves. Renders nothing for a receipt without any. */
export function ReceiptAnswers({ receipt }: { receipt: Receipt }) {
  const answered = receipt.items.flatMap(({ title, answer }, id) =>
    answer ? [{ id, title, ...answer }] : [],
  );
  if (answered.length === 0) return null;
  return (
    <section>
      <div className={styles["totals"]}>
        <h2>Answers in this receipt</h2>
      </div>
      <Card>
        <ul className={styles["answers"]}>
          {answered.map(({ id, title, kind, text, answered_at: at }) => (
            <li key={id}>
              <div>
                <UserText as="h3">{title}</UserText>
                {isDeclined({ kind }) && <p>{answerNoun({ kind })}</p>}
                {text === null ? (
                  <p>The receipt proves that there was an answer, but doesn’t show it.</p>
                ) : (
                  text !== "" && <UserText as="p">{answerWords({ kind, text })}</UserText>
                )}
                <p className={styles["note"]}>Answered on {formatMoment(at, { withYear: true })}</p>
              </div>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}
