import { validationFailed } from "../auth.errors.ts";

/** Normalizes a number to the stored form: E.164 without its plus. @throws `validation_failed` for malformed input. */
export function readPhone(value: string): string {
  const phone = value.replace(/^\+/, "").replaceAll(" ", "");
  if (!/^[1-9]\d{1,14}$/.test(phone)) throw validationFailed("Invalid phone number format (E.164 required)");
  return phone;
}
