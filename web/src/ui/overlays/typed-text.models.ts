/** Ignores case and surrounding spaces. */
export function isTyped(typed: string, expected: string): boolean {
  return expected !== "" && typed.trim().toLowerCase() === expected.toLowerCase();
}
