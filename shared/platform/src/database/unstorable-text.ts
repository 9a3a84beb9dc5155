/**
 * Whether the database refused a text because of what is in it: a zero byte, or in JSON half of a surrogate pair. Both
 * are sent as JSON without a fault, so that it is the sender's and not ours.
 */
export function isUnstorableText(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  if (error.code === "22021" || error.code === "22P05") return true;
  return error.code === "22P02" && error.message.includes("type json");
}
