/**
 * A value of someone's metadata as Go writes it into a template: text as it is, lists as `[a b]`, objects as
 * `map[a:1 b:2]` by their keys, and nothing for what is not there.
 */
export function goText(value: unknown): string {
  return value === null || value === undefined ? "" : within(value);
}

function within(value: unknown): string {
  if (value === null) return "<nil>";
  if (Array.isArray(value)) return `[${value.map(within).join(" ")}]`;
  if (typeof value === "object") {
    const pairs = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return `map[${pairs.map(([key, each]) => `${key}:${within(each)}`).join(" ")}]`;
  }
  return typeof value === "string" ? value : JSON.stringify(value);
}
