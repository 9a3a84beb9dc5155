import { createHash } from "node:crypto";
import * as v from "valibot";

/** Someone as they described themselves on the sign-in page; nothing of it is checked. */
export interface Person {
  /** The same for one address, also after a restart: a kept platform knows the person again. */
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

/** @returns undefined where the form holds no address. */
export function readPerson(form: URLSearchParams): Person | undefined {
  const result = v.safeParse(Form, Object.fromEntries(form));
  if (!result.success) return undefined;
  const { email, name, verified } = result.output;
  const sub = createHash("sha256").update(email).digest("hex").slice(0, 32);
  return { sub, email, name: name || email, email_verified: verified === "yes" };
}
