import { EmailAddress } from "@sheaf/contract/email-address";
import * as v from "valibot";

/** One recipient while being written. An address that cannot be right is kept, so that it can be named and mended. */
export interface EditorRecipient {
  email: string;
  name: string;
}

/**
 * Addresses as people paste them: parted by commas, semicolons, spaces or lines, alone or as
 * `Anna Lind <anna@lind.example>`. Lower-cased; each address once.
 */
export function toRecipients(text: string): EditorRecipient[] {
  const found: EditorRecipient[] = [];
  const rest = text.replaceAll(
    /("[^"]*"\s*|[^<>,;\n]*)<([^<>]*)>/gu,
    (_whole, name: string, email: string) => {
      found.push({ email: clean(email), name: name.replaceAll('"', "").replaceAll(/\s+/gu, " ").trim() });
      return "\n";
    },
  );
  for (const word of rest.split(/[\s,;]+/u)) {
    found.push({ email: clean(word), name: "" });
  }
  return withoutDoubles(found.filter((recipient) => recipient.email !== ""));
}

/** Those already there win: their names were written by hand. */
export function mergeRecipients(
  known: readonly EditorRecipient[],
  added: readonly EditorRecipient[],
): EditorRecipient[] {
  return withoutDoubles([...known, ...added]);
}

export function isAddress(email: string): boolean {
  return v.is(EmailAddress, email);
}

function clean(address: string): string {
  return address
    .trim()
    .replace(/^mailto:/iu, "")
    .replaceAll(/^[<("']+|[>)"'.]+$/gu, "")
    .toLowerCase();
}

function withoutDoubles(recipients: readonly EditorRecipient[]): EditorRecipient[] {
  const seen = new Set<string>();
  return recipients.filter(({ email }) => !seen.has(email) && seen.add(email));
}
