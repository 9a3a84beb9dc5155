import * as v from "valibot";

/** Bounds of a password; the platform's configuration holds the same shortest one. */
const passwordLength = {
  /** Characters. */
  least: 8,
  /** Bytes; the platform's hash looks at no more. */
  most: 72,
} as const;

/** Said beside the field, before anything is wrong. */
export const newPasswordHint = `At least ${passwordLength.least} characters; a few words in a row are easy to remember.`;

/** A password as somebody chooses it. Never trimmed: a space at the end is part of it. */
export const NewPassword = v.pipe(
  v.string(),
  v.minLength(passwordLength.least, `Use at least ${passwordLength.least} characters.`),
  v.maxBytes(passwordLength.most, "Use a shorter one; it cannot be kept whole."),
);
