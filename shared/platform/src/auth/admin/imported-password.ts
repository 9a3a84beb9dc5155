import { readArgon2 } from "../password/argon2.ts";
import { AuthError, validationFailed } from "../auth.errors.ts";

/** Format that bcryptjs accepts: version, cost 4 to 31, and 53 characters of its alphabet. */
const bcrypt = /^\$2[aby]\$(0[4-9]|[12]\d|3[01])\$[./A-Za-z0-9]{53}$/;

/**
 * Accepts a hash from another system: bcrypt or argon2. The service also takes Firebase's scrypt, which is refused
 * here by name. Anything else is a 500, there and here.
 *
 * @throws `validation_failed`, `unexpected_failure`.
 */
export function requireKnownHash(hash: string): void {
  if (bcrypt.test(hash) || readArgon2(hash)) return;
  if (hash.startsWith("$fbscrypt$")) {
    throw validationFailed("A password hash of the kind fbscrypt is not supported by the local platform");
  }
  throw new AuthError(500, "unexpected_failure", "Error creating user");
}
