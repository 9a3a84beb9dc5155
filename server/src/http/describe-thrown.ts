/** Name, code and stack frames of a thrown value. The message is left out because it may quote an address or a token. */
export function describeThrown(error: unknown): { name: string; code?: string; at: string[] } {
  if (!(error instanceof Error)) return { name: typeof error, at: [] };
  const places = (error.stack ?? "").split("\n").filter((line) => line.startsWith("    at "));
  const code = "code" in error && typeof error.code === "string" ? { code: error.code } : {};
  return { name: error.name, ...code, at: places.slice(0, 12).map((line) => line.trim()) };
}
