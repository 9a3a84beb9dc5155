/**
 * Formats a metadata value as Go's templates print it: lists as `[a b]`, objects as `map[a:1 b:2]` sorted by key, a
 * missing value as the empty string.
 */
export function goText(value: unknown): string {
  return value === null || value === undefined ? "" : nested(value);
}

function nested(value: unknown): string {
  if (value === null) return "<nil>";
  if (Array.isArray(value)) return `[${value.map(nested).join(" ")}]`;
  if (typeof value === "object") {
    const pairs = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return `map[${pairs.map(([key, each]) => `${key}:${nested(each)}`).join(" ")}]`;
  }
  return typeof value === "string" ? value : JSON.stringify(value);
}
