import { compare, encodeBase64, hash } from "bcryptjs";
import { randomBytes } from "node:crypto";
import { AuthError, validationFailed } from "../auth.errors.ts";
import type { AuthSettings, PasswordRequirements } from "../settings.ts";

const bcryptCost = 10;

/** bcrypt ignores everything after this. Bytes. */
export const maxPasswordBytes = 72;

/** Lowest minimum that the service accepts. */
const shortestMinimum = 6;

const lower = "abcdefghijklmnopqrstuvwxyz";
const upper = lower.toUpperCase();
const digits = "0123456789";
const symbols = "!@#$%^&*()_+-=[]{};'\\:\"|<>?,./`~";

/** Sets of which a password needs one character each. */
const required: Readonly<Record<PasswordRequirements, readonly string[]>> = {
  "": [],
  letters_digits: [lower + upper, digits],
  lower_upper_letters_digits: [lower, upper, digits],
  lower_upper_letters_digits_symbols: [lower, upper, digits, symbols],
};

/** @throws `weak_password` with reasons, or `validation_failed` if it is too long for bcrypt. */
export function requireStrongPassword(password: string, settings: AuthSettings): void {
  if (Buffer.byteLength(password) > maxPasswordBytes) {
    throw validationFailed(`Password cannot be longer than ${maxPasswordBytes} characters`);
  }
  const weakness = weaknessOf(password, settings);
  if (weakness) throw new AuthError(422, "weak_password", weakness.message, weakness.reasons);
}

/**
 * Reasons to refuse the password under the current rules, which may be stricter than when it was set. Length is in
 * bytes, as in the service.
 */
export function weaknessOf(
  password: string,
  settings: AuthSettings,
): { message: string; reasons: string[] } | undefined {
  const minimum = Math.max(settings.minimumPasswordLength, shortestMinimum);
  const short = Buffer.byteLength(password) < minimum;
  const sets = required[settings.passwordRequirements];
  const missing = !sets.every((set) => Array.from(password).some((character) => set.includes(character)));
  if (!short && !missing) return undefined;
  const sentences = [
    ...(short ? [`Password should be at least ${minimum} characters.`] : []),
    ...(missing ? [`Password should contain at least one character of each: ${sets.join(", ")}.`] : []),
  ];
  return {
    message: sentences.join(" "),
    reasons: [...(short ? ["length"] : []), ...(missing ? ["characters"] : [])],
  };
}

export function hashPassword(password: string): Promise<string> {
  return hash(password, bcryptCost);
}

/** Prefix of a bcrypt hash, before salt (16 bytes) and digest (23 bytes) in bcrypt's own base64. */
const bcryptPrefix = `$2b$${bcryptCost}$`;

/**
 * A hash that no known password matches, for accounts without one. It is random, not computed: the time of hashing
 * would tell a new address from a known one.
 */
export function hashOfUnknownPassword(): string {
  return bcryptPrefix + encodeBase64(randomBytes(16), 16) + encodeBase64(randomBytes(23), 23);
}

/** Compared if no hash is stored, so that the response takes as long. */
const standIn = hashOfUnknownPassword();

export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const matches = await compare(password, stored || standIn);
  return Boolean(stored) && matches;
}
