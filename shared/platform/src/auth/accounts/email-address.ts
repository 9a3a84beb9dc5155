import { validationFailed } from "../auth.errors.ts";

const maxLength = 255;

/** Normalizes an address to the stored form: lower case. @throws `validation_failed` for malformed input. */
export function readEmail(value: string): string {
  if (value === "") throw validationFailed("An email address is required");
  if (value.length > maxLength) throw validationFailed("An email address is too long");
  if (
    !/^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i.test(
      value,
    )
  ) {
    throw validationFailed("Unable to validate email address: invalid format");
  }
  return value.toLowerCase();
}
