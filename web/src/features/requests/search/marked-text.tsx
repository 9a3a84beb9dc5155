import { markMatches } from "./match.models.ts";
import styles from "./search-results.module.css";

/** A text with what the search found marked. */
export function MarkedText({ text, words }: { text: string; words: readonly string[] }) {
  return markMatches(text, words).map((part) =>
    part.isMatch ? (
      <mark key={part.at} className={styles["match"]}>
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
}
