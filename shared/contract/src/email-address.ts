import { limits } from "./limits.ts";

/** As browsers check `<input type="email">`: https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address */
const form =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** An email address as it's stored and compared: trimmed and lower-case. */
export const storedAddress = (typed: string): string => typed.trim().toLowerCase();

/**
 * The problem with an address in its stored form; undefined without one. Not a schema, because the sign-in form would have
 * to wait for valibot.
 */
export function addressProblem(email: string): string | undefined {
  if (email === "") return "Enter an email address.";
  if (email.length > limits.emailLength) return "Shorten the address.";
  return form.test(email) ? undefined : "Check the address: it needs a name, an @ and a domain.";
}

/** True for an email address, in any case and with spaces around it. */
export const isAddress = (typed: string): boolean => addressProblem(storedAddress(typed)) === undefined;
