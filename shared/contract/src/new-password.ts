import * as v from "valibot";

/** Limits of a password; the platform's configuration has the same minimum. */
const passwordLength = {
  /** Characters. */
  min: 8,
  /** Bytes; the platform's hash ignores the rest. */
  max: 72,
} as const;

/** Shown next to the field before any error. */
export const newPasswordHint = `At least ${passwordLength.min} characters; a few words in a row are easy to remember.`;

/** A new password. Never trimmed: a trailing space is part of it. */
export const NewPassword = v.pipe(
  v.string(),
  v.minLength(passwordLength.min, `Use at least ${passwordLength.min} characters.`),
  v.maxBytes(passwordLength.max, "Use a shorter password."),
);
