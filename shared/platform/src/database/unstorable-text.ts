/**
 * True if the database rejected a text because of its content: a zero byte, or half a surrogate pair in JSON. Both are
 * valid in a JSON request, so the client made the mistake and gets a 4xx error.
 */
export function isUnstorableText(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  if (error.code === "22021" || error.code === "22P05") return true;
  return error.code === "22P02" && error.message.includes("type json");
}
