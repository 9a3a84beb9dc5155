import { markMatches } from "./match.models.ts";

interface MarkedTextProps {
  text: string;
  /** From `searchWords`. */
  words: readonly string[];
  className?: string | undefined;
}

/** A text in which the beginnings of words that a search found are marked. */
export function MarkedText({ text, words, className }: MarkedTextProps) {
  return markMatches(text, words).map((part) =>
    part.isMatch ? (
      <mark key={part.at} className={className}>
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
}
