import { storedAddress } from "@sheaf/contract/email-address";
import { nameProblem } from "@sheaf/contract/names";

/** A recipient while it is edited. Invalid addresses stay in the list so that they can be corrected. */
export interface EditorRecipient {
  /** Of a saved recipient. */
  id?: string | undefined;
  email: string;
  name: string;
}

/**
 * Parses pasted addresses, separated by commas, semicolons, spaces or line breaks, bare or as
 * `Anna Lind <anna@lind.example>`. In their stored form, without duplicates.
 */
export function toRecipients(text: string): EditorRecipient[] {
  const found: EditorRecipient[] = [];
  const rest = text.replaceAll(
    /("[^"]*"\s*|[^<>,;\n]*)<([^<>]*)>/gu,
    (_whole, name: string, email: string) => {
      const clear = name.replaceAll('"', "").replaceAll(/\s+/gu, " ").trim();
      // Email programs write the address itself where they know no name.
      found.push({ email: clean(email), name: nameProblem(clear, "none") === undefined ? clear : "" });
      return "\n";
    },
  );
  for (const word of rest.split(/[\s,;]+/u)) {
    found.push({ email: clean(word), name: "" });
  }
  return withoutDuplicates(found.filter((recipient) => recipient.email !== ""));
}

/** Keeps the known one of two equal addresses, because its name was entered by hand. */
export function mergeRecipients(
  known: readonly EditorRecipient[],
  added: readonly EditorRecipient[],
): EditorRecipient[] {
  return withoutDuplicates([...known, ...added]);
}

function clean(address: string): string {
  return storedAddress(
    address
      .trim()
      .replace(/^mailto:/iu, "")
      .replaceAll(/^[<("']+|[>)"'.]+$/gu, ""),
  );
}

function withoutDuplicates(recipients: readonly EditorRecipient[]): EditorRecipient[] {
  const seen = new Set<string>();
  return recipients.filter(({ email }) => !seen.has(email) && seen.add(email));
}
