import type { Language } from "../language.ts";
import { paragraph, quiet, titleOf } from "../kinds/parts.ts";
import type { Block, Message } from "../message.ts";
import { oneLine } from "../words/plain.ts";
import { type Email, writeEmail } from "../write-email.ts";
import { type CodeKind, type CodeText, codeTexts } from "./texts.ts";

/** In a template of Auth each of these is an action, which Auth fills in. */
export interface CodeFacts {
  /** The code in two groups, as the page shows it. */
  groups: readonly [string, string];
  /** Origin of this site. */
  siteUrl: string;
  /** The code's proof, for the link. */
  tokenHash: string;
  /** Target of the link, encoded for a query. */
  redirectTo: string;
  /** The account's address. */
  email: string;
  /** The address that it changes to; "" otherwise. */
  newEmail: string;
  /** The one whose request the person signs in for. */
  workspace?: string;
}

/** As in the database. */
const longestName = 80;

/** An email with a code, where the worker sends it in Auth's place. */
export function codeEmail(kind: CodeKind, facts: CodeFacts, language: Language): Email {
  return writeEmail(codeMessage(kind, facts), language);
}

export function codeMessage(kind: CodeKind, facts: CodeFacts): Message {
  const text: CodeText = codeTexts[kind];
  const workspace = oneLine(facts.workspace ?? "", longestName);
  const before = workspace === "" ? text.subject : `${workspace}: your code is`;
  return {
    subject: `${before} ${facts.groups.join(" ")}`,
    preview: text.preview,
    brand: "Sheaf",
    blocks: [
      { kind: "heading", text: text.heading },
      ...(workspace === "" ? [] : [paragraph("You’re opening a request from ", titleOf(workspace), ".")]),
      paragraph(text.instruction),
      { kind: "code", groups: facts.groups },
      ...(text.button === undefined ? [] : confirmation(kind, text.button, facts)),
      quiet(text.validity),
    ],
    footer: [[`Sheaf at ${facts.siteUrl} sent this email because ${text.reason(facts)}.`], [text.unexpected]],
  };
}

/** Opening the link changes nothing: mail scanners open links too. Its page asks for a press of a button. */
function confirmation(
  kind: CodeKind,
  label: string,
  { siteUrl, tokenHash, redirectTo }: CodeFacts,
): readonly Block[] {
  const url = `${siteUrl}/auth/confirm?token_hash=${tokenHash}&type=${kind}&redirect_to=${redirectTo}`;
  return [quiet("Or use this button:"), { kind: "button", label, url }];
}
