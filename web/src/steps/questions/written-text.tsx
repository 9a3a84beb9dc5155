import { formatWhen } from "../../lib/dates.ts";
import { useNow } from "../../lib/now.ts";
import { LinkedText } from "./linked-text.tsx";
import { UserText } from "../../ui/layout/user-text.tsx";
import styles from "./written-text.module.css";

interface WrittenTextProps {
  text: { author: string; authorName: string; body: string; at: string };
  /** The signed-in person, who is called "You". */
  myId: string;
}

/** A message or note with its author and time. */
export function WrittenText({ text, myId }: WrittenTextProps) {
  const now = useNow();
  return (
    <>
      <p className={styles["author"]}>
        <UserText as="b">{text.author === myId ? "You" : text.authorName}</UserText>{" "}
        <time dateTime={text.at}>{formatWhen(text.at, { now })}</time>
      </p>
      <UserText as="p" className={styles["body"]}>
        <LinkedText text={text.body} />
      </UserText>
    </>
  );
}
