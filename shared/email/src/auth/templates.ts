import { htmlOf } from "../html/document.ts";
import { type CodeFacts, codeMessage } from "./code.email.ts";
import { type CodeKind, codeTexts } from "./texts.ts";

export interface AuthTemplate {
  /** Of the file, without its ending. */
  name: string;
  /** A Go template, like the HTML. */
  subject: string;
  html: string;
}

const actions: CodeFacts = {
  groups: ["{{ slice .Token 0 4 }}", "{{ slice .Token 4 }}"],
  siteUrl: "{{ .SiteURL }}",
  tokenHash: "{{ .TokenHash }}",
  redirectTo: "{{ .RedirectTo }}",
  email: "{{ .Email }}",
  newEmail: "{{ .NewEmail }}",
};

/**
 * The emails that Auth itself sends, in the document that all emails share. Auth fills in the actions and escapes their
 * values for the place where they stand. It sends no text part.
 */
export const authTemplates: readonly AuthTemplate[] = (Object.keys(codeTexts) as CodeKind[]).map((kind) => {
  const { template, heading } = codeTexts[kind];
  const message = codeMessage(kind, actions);
  return {
    name: template,
    subject: message.subject,
    html: htmlOf({ ...message, subject: heading }, "en"),
  };
});
