import { htmlOf } from "../html/document.ts";
import type { Block, Message } from "../message.ts";
import { codeGroups, type CodeText, codeTexts } from "./texts.ts";

export interface AuthTemplate {
  /** Of the file, without its ending. */
  name: string;
  /** A Go template, like the HTML. */
  subject: string;
  html: string;
}

/**
 * The emails that Auth itself sends, in the document that all emails share. Auth fills in the actions and escapes their
 * values for the place where they stand. It sends no text part.
 */
export const authTemplates: readonly AuthTemplate[] = Object.entries(codeTexts).map(([name, text]) => ({
  name,
  subject: text.subject,
  html: htmlOf(codeMessage(text), "en"),
}));

function codeMessage(text: CodeText): Message {
  const { heading, preview, instruction, button, validity, reason, unexpected } = text;
  return {
    subject: heading,
    preview,
    brand: "Sheaf",
    blocks: [
      { kind: "heading", text: heading },
      { kind: "paragraph", text: [instruction] },
      { kind: "code", groups: codeGroups },
      ...(button ? confirmation(button) : []),
      { kind: "paragraph", text: [validity], isQuiet: true },
    ],
    footer: [[`Sheaf at {{ .SiteURL }} sent this email because ${reason}.`], [unexpected]],
  };
}

/** Opening the link changes nothing: mail scanners open links too. Its page asks for a press of a button. */
function confirmation({ label, linkType }: { label: string; linkType: string }): readonly Block[] {
  const url = `{{ .SiteURL }}/auth/confirm?token_hash={{ .TokenHash }}&type=${linkType}&redirect_to={{ .RedirectTo }}`;
  return [
    { kind: "paragraph", text: ["Or use this button:"], isQuiet: true },
    { kind: "button", label, url },
  ];
}
