/**
 * The text with the digits of every script as 0–9. Phones and keyboards in Arabic, Persian, Hindi and other languages type
 * their own, and emails are copied with them.
 */
export function plainDigits(text: string): string {
  return text.replaceAll(/(?![0-9])\p{Nd}/gu, valueOf);
}

/** The whole number of zero or more that a person typed; NaN for anything else. */
export function readWholeNumber(text: string): number {
  const digits = plainDigits(text.replaceAll(/\p{Bidi_Control}/gu, "").trim());
  return /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN;
}

/** Unicode has digits in runs of ten in order, some of them next to each other. */
function valueOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}
