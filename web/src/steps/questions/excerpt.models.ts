/** Characters as a reader sees them. */
const longest = 60;

/** The beginning of a text, for a name that screen readers say. */
export function excerpt(text: string): string {
  const [line = ""] = text.split("\n");
  const letters = Array.from(new Intl.Segmenter().segment(line), ({ segment }) => segment);
  return letters.length <= longest && line === text
    ? line
    : `${letters.slice(0, longest).join("").trimEnd()}…`;
}
