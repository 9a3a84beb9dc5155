import * as v from "valibot";

/** Limits of a password; the platform's configuration has the same minimum. */
const passwordLength = {
  /** Characters. */
  least: 8,
  /** Bytes; the platform's hash ignores the rest. */
  most: 72,
} as const;

/** Shown next to the field before any error. */
export const newPasswordHint = `At least ${passwordLength.least} characters; a few words in a row are easy to remember.`;

/** A new password. Never trimmed: a trailing space is part of it. */
export const NewPassword = v.pipe(
  v.string(),
  v.minLength(passwordLength.least, `Use at least ${passwordLength.least} characters.`),
  v.maxBytes(passwordLength.most, "Use a shorter password."),
);
