import { createHash, randomInt } from "node:crypto";

/** Prefix of an emailed hash whose link ends in a code exchange instead of a session. */
export const pkcePrefix = "pkce_";

export function newCode(digits: number): string {
  return randomInt(10 ** digits)
    .toString()
    .padStart(digits, "0");
}

/**
 * Hash of a code, as stored and as in the link. It includes the address, so the code works for that address only.
 */
export function hashOfCode(email: string, code: string): string {
  return createHash("sha224")
    .update(email + code)
    .digest("hex");
}
