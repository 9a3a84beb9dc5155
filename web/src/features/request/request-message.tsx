import { LinkedText } from "../../steps/questions/linked-text.tsx";
import { UserText } from "../../ui/layout/user-text.tsx";
import styles from "./request-message.module.css";

/** Characters of a message that is read at once. A longer one is unfolded. */
const shortLength = 240;

/** The message that recipients read above the checklist. */
export function RequestMessage({ message }: { message: string }) {
  return (
    <section aria-label="Message to recipients">
      <details className={styles["message"]} open={message.length <= shortLength}>
        <summary>Message to recipients</summary>
        <UserText as="p">
          <LinkedText text={message} />
        </UserText>
      </details>
    </section>
  );
}
