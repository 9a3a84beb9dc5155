import { createHash } from "node:crypto";
import * as v from "valibot";

/** A user as entered on the sign-in page; nothing is checked. */
export interface LocalUser {
  /** Derived from the address, so that a stored account is found again after a restart. */
  sub: string;
  email: string;
  name: string;
  email_verified: boolean;
}

const Form = v.object({
  email: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.email()),
  name: v.optional(v.pipe(v.string(), v.trim()), ""),
  verified: v.picklist(["yes", "no"]),
});

/** @returns undefined if the form has no valid address. */
export function readLocalUser(form: URLSearchParams): LocalUser | undefined {
  const result = v.safeParse(Form, Object.fromEntries(form));
  if (!result.success) return undefined;
  const { email, name, verified } = result.output;
  const sub = createHash("sha256").update(email).digest("hex").slice(0, 32);
  return { sub, email, name: name || email, email_verified: verified === "yes" };
}
