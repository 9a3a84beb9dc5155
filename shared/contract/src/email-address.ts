import * as v from "valibot";
import { limits } from "./limits.ts";

/** An email address as stored and compared: trimmed and lower-case. */
export const EmailAddress = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.nonEmpty("Enter an email address."),
  v.maxLength(limits.emailLength, "Shorten the address."),
  v.rfcEmail("Check the address: it needs a name, an @ and a domain."),
);
