import { validationFailed } from "../auth.errors.ts";

/** What bcryptjs compares with: version, cost from 4 to 31, and 53 characters of its alphabet. */
const bcrypt = /^\$2[aby]\$(0[4-9]|[12]\d|3[01])\$[./A-Za-z0-9]{53}$/;

/**
 * A hash that another system has made. The service takes argon2 and Firebase's scrypt as well, and answers what is
 * none of them with a fault.
 *
 * @throws `validation_failed` where it is no bcrypt hash.
 */
export function requireBcrypt(hash: string): void {
  if (bcrypt.test(hash)) return;
  const kind = /^\$(argon2\w*|fbscrypt)\$/.exec(hash)?.[1];
  throw validationFailed(
    kind
      ? `A password hash of the kind ${kind} is not supported here`
      : "The password hash is no bcrypt hash",
  );
}
