import { plainDigits } from "./digits.ts";
import { limits } from "./limits.ts";

/** `private.is_phone` is the same rule in SQL. */
const phone = /^[0-9+() ./-]*[0-9] ?\)?(?:,? ?(?:ext\.?|x|#) ?[0-9]{1,8})?$/iu;
const extension = /,? ?(?:ext\.?|x|#) ?[0-9]{1,8}$/iu;

/**
 * The number as it is saved. Numbers are copied from address books, web pages and spreadsheets with invisible marks, wide
 * characters, special dashes and spaces, `tel:` and the apostrophe that keeps a leading zero.
 */
export function storedPhone(text: string): string {
  return plainDigits(text.normalize("NFKC"))
    .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replaceAll(/[\p{Pd}\u2212]/gu, "-")
    .replaceAll(/\s+/gu, " ")
    .trim()
    .replace(/^(?:'|tel:)\s*/iu, "");
}

/** Reason why a stored number can't be saved; undefined if it can, or if there is none. */
export function phoneProblem(text: string): string | undefined {
  if (text === "") return undefined;
  if (text.length > limits.phoneLength) return `Use up to ${limits.phoneLength} characters.`;
  return phone.test(text) && text.replaceAll(/[^0-9]/gu, "").length >= 3
    ? undefined
    : "Enter one number, such as “+44 20 7946 0018 ext. 12”.";
}

/** The link that calls the number, without its extension. Undefined for more digits than a number has, as with two numbers. */
export function phoneHref(text: string): string | undefined {
  const main = text.replace(extension, "");
  const isInternational = /^\(?(?:\+|00)/u.test(main);
  // "+44 (0)20 …": the zero is dialled within the country only.
  const digits = (isInternational ? main.replace("(0)", "") : main).replaceAll(/[^0-9]/gu, "");
  if (digits.length < 3 || digits.length > (main.startsWith("00") ? 17 : 15)) return undefined;
  return `tel:${/^\(?\+/u.test(main) ? "+" : ""}${digits}`;
}
