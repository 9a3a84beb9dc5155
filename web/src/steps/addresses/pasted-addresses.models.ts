import { isAddress, storedAddress } from "@sheaf/contract/email-address";
import { nameProblem } from "@sheaf/contract/names";

/** A recipient while it is edited. Invalid addresses stay in the list so that they can be corrected. */
export interface EditorRecipient {
  /** Of a saved recipient. */
  id?: string | undefined;
  email: string;
  name: string;
}

/** Quoted text, an address in angle brackets, separators, and what is between them. */
const token = /"[^"]*"|<[^<>]*>|[,;\n]|[^"<>,;\n]+|["<>]/gu;

/**
 * Parses pasted addresses, separated by commas, semicolons, spaces or line breaks, bare or as
 * `Anna Lind <anna@lind.example>` or `Lind, Anna <anna@lind.example>`. In their stored form, without duplicates.
 */
export function toRecipients(text: string): EditorRecipient[] {
  const found: EditorRecipient[] = [];
  const addBare = (parts: readonly string[]) => {
    // A name without an address stays whole, so that it can be completed.
    const words = parts.flatMap((part) => (/[@＠]/u.test(part) ? part.split(/\s+/u) : [part]));
    for (const word of words) found.push({ email: clean(word), name: "" });
  };
  /** Read since the last address in angle brackets, semicolon or line break, and split at commas. */
  let parts = [""];
  for (const [piece] of `${withPlainSeparators(text)};`.matchAll(token)) {
    if (piece === ",") {
      parts.push("");
    } else if (piece === ";" || piece === "\n") {
      addBare(parts);
      parts = [""];
    } else if (piece.length > 1 && piece.startsWith("<")) {
      const start = startOfName(parts);
      addBare(parts.slice(0, start));
      found.push({ email: clean(piece), name: toName(parts.slice(start).join(",")) });
      parts = [""];
    } else {
      parts.push(`${parts.pop() ?? ""}${piece}`);
    }
  }
  return withoutDuplicates(found.filter((recipient) => recipient.email !== ""));
}

/** The text holds addresses and nothing that isn't one: `anna@lind.example`, `Anna Lind <anna@lind.example>`. */
export function isWholeAddress(text: string): boolean {
  const found = toRecipients(text);
  return found.length > 0 && found.every(({ email }) => isAddress(email));
}

/** Chinese, Japanese and Arabic keyboards type other separators and brackets. */
const withPlainSeparators = (text: string) =>
  text
    .replaceAll(/[，、،]/gu, ",")
    .replaceAll(/[；؛]/gu, ";")
    .replaceAll("＜", "<")
    .replaceAll("＞", ">");

/** A name may have a comma in it. An address before a comma is another recipient. */
function startOfName(parts: readonly string[]): number {
  const isOfName = (part = "") => part.trim() !== "" && !part.includes("@");
  let start = parts.length - 1;
  while (isOfName(parts[start]) && isOfName(parts[start - 1])) start -= 1;
  return start;
}

/** "Lind, Anna" and not "Lind & Sons, Accountants". */
const familyFirst = /^(?<family>[\p{L}\p{M} '’.-]+), (?<given>[\p{L}\p{M} '’.-]+)$/u;

/** Follows a comma in a name, but isn't a given name. */
const suffix = /^(?:[js]r|i{2,3}|iv|m\.?d|ph\.?d|esq|cpa|ltd|llc|llp|inc|gmbh|ag|co|plc|s\.?a|s\.?l)\.?$/iu;

/** The name as it is spoken: "Anna Lind" for `'Lind, Anna'` of Outlook. "" for one that can't be saved. */
function toName(written: string): string {
  const clear = written
    .replaceAll('"', "")
    .replaceAll(/\s+/gu, " ")
    .trim()
    .replace(/^['‘](.*)['’]$/u, "$1")
    .trim();
  const { family, given } = familyFirst.exec(clear)?.groups ?? {};
  const name =
    family === undefined || given === undefined || suffix.test(given) ? clear : `${given} ${family}`;
  // Email programs write the address itself where they know no name.
  return nameProblem(name, "none") === undefined ? name : "";
}

/** Keeps the known one of two equal addresses, because its name was entered by hand. */
export function mergeRecipients(
  known: readonly EditorRecipient[],
  added: readonly EditorRecipient[],
): EditorRecipient[] {
  return withoutDuplicates([...known, ...added]);
}

function clean(text: string): string {
  const bare = text
    .trim()
    .replace(/^mailto:/iu, "")
    // Only from the start of a run of marks: a long one in the middle would take minutes.
    .replaceAll(/^[<("']+|(?<![>)"'.])[>)"'.]+$/gu, "");
  return /[@＠]/u.test(bare) ? storedAddress(bare) : bare;
}

function withoutDuplicates(recipients: readonly EditorRecipient[]): EditorRecipient[] {
  const seen = new Set<string>();
  return recipients.filter(({ email }) => !seen.has(email) && seen.add(email));
}
