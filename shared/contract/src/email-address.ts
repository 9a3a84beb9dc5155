import { limits } from "./limits.ts";

/**
 * An address in its canonical form, as the database's `is_address()` has it too: browsers' `<input type="email">`, and a
 * domain that isn't a single name or a number.
 */
const form =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The one form in which an address is stored, compared, hashed and sent to: lower case, compatibility characters replaced,
 * invisible ones removed, an international domain in Punycode. Email programs copy it as `Anna Lind <anna@lind.example>`
 * and browsers as `mailto:anna@lind.example`, of which the address is taken. What is no address stays recognisable as typed.
 */
export function storedAddress(typed: string): string {
  const text = copiedAddress(
    typed
      .normalize("NFKC")
      .replaceAll(/\p{Cf}/gu, "")
      .trim()
      .toLowerCase(),
  );
  const at = text.lastIndexOf("@");
  return at === -1 ? text : text.slice(0, at + 1) + asciiDomain(text.slice(at + 1));
}

function copiedAddress(text: string): string {
  const [, inBrackets = text] = /^[^<>]*<([^<>]+)>$/u.exec(text) ?? [];
  const [, ofLink = inBrackets] = /^mailto:([^?]+)/u.exec(inBrackets) ?? [];
  return ofLink.trim();
}

/** The URL parser applies all rules of IDNA, but also accepts ports, paths and numbers, which aren't domains. */
function asciiDomain(typed: string): string {
  const domain = typed.replace(/[.。]$/u, "");
  if (/^[\x20-\x7e]*$/.test(domain) || /[\s/?#@:\\[\]%<>|^]/u.test(domain)) return domain;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return domain;
  }
}

/**
 * The problem with an address in its stored form; undefined without one. Not a schema, because the sign-in form would have
 * to wait for valibot.
 */
export function addressProblem(email: string): string | undefined {
  if (email === "") return "Enter an email address.";
  if (email.length > limits.emailLength) return "Shorten the address.";
  if (form.test(email)) return undefined;
  if (email.split(/[\s,;]+/u).filter((word) => word.includes("@")).length > 1) return "Enter one address.";
  const [, name = "", domain = ""] = /^([^@\s]+)@([^@\s]+)$/.exec(email) ?? [];
  const special = /[^\x20-\x7e]/u.exec(name)?.[0];
  if (special !== undefined)
    return `We can’t email an address with “${special}” before the @. Use another one.`;
  if (/^[a-z0-9-]+$/.test(domain)) return `Complete the address: “${domain}” needs an ending such as “.com”.`;
  return "Check the address: it needs a name, an @ and a domain.";
}

/** True for an email address, in any spelling that has a canonical form. */
export const isAddress = (typed: string): boolean => addressProblem(storedAddress(typed)) === undefined;
