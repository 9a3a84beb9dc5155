import { createHash, randomInt } from "node:crypto";

/** Marks a mailed hash whose link ends in a code exchange instead of a session. */
export const pkcePrefix = "pkce_";

export function newCode(digits: number): string {
  return randomInt(10 ** digits)
    .toString()
    .padStart(digits, "0");
}

/** What is stored for a code and what the link carries: bound to the address, so a code is nothing without it. */
export function hashOfCode(email: string, code: string): string {
  return createHash("sha224")
    .update(email + code)
    .digest("hex");
}
