import { compare, encodeBase64, hash } from "bcryptjs";
import { randomBytes } from "node:crypto";
import { isArgon2Of, readArgon2 } from "./argon2.ts";
import { AuthError, validationFailed } from "./auth.errors.ts";
import type { AuthSettings, PasswordRequirements } from "./settings.ts";

const bcryptCost = 10;

/** bcrypt reads no further; a longer password would be cut in silence. Bytes. */
const maxBytes = 72;

/** The least that the service lets anyone configure. */
const shortestMinimum = 6;

const lower = "abcdefghijklmnopqrstuvwxyz";
const upper = lower.toUpperCase();
const digits = "0123456789";
const symbols = "!@#$%^&*()_+-=[]{};'\\:\"|<>?,./`~";

/** One character of each set has to be there. */
const required: Readonly<Record<PasswordRequirements, readonly string[]>> = {
  "": [],
  letters_digits: [lower + upper, digits],
  lower_upper_letters_digits: [lower, upper, digits],
  lower_upper_letters_digits_symbols: [lower, upper, digits, symbols],
};

/** @throws `weak_password` with its reasons, or `validation_failed` where it is too long to be kept whole. */
export function requireStrongPassword(password: string, settings: AuthSettings): void {
  if (Buffer.byteLength(password) > maxBytes) {
    throw validationFailed(`Password cannot be longer than ${maxBytes} characters`);
  }
  const weakness = weaknessOf(password, settings);
  if (weakness) throw new AuthError(422, "weak_password", weakness.message, weakness.reasons);
}

/**
 * Why the password would be refused today; old passwords may be weaker than the rules have become. Its length is that
 * of its bytes, as in the service.
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

/** bcrypt's marks before salt and digest, in its own alphabet: 16 and 23 bytes. */
const bcryptPrefix = `$2b$${bcryptCost}$`;

/**
 * For accounts that come without one: nobody knows a password for it, so it opens nothing. It is drawn and not worked
 * out, because the time that takes would tell a new address from a known one.
 */
export function hashOfUnknownPassword(): string {
  return bcryptPrefix + encodeBase64(randomBytes(16), 16) + encodeBase64(randomBytes(23), 23);
}

/** Compared with where nothing is stored: an answer that came without the work would tell that nothing is. */
const standIn = hashOfUnknownPassword();

export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  // Only accounts from elsewhere have one of these; how long theirs takes is theirs.
  const fromElsewhere = readArgon2(stored ?? "");
  if (fromElsewhere) return isArgon2Of(password, fromElsewhere);
  const matches = await compare(password, stored || standIn);
  return Boolean(stored) && matches;
}
