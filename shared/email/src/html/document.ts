import { directions, type Language } from "../language.ts";
import type { Message } from "../message.ts";
import { initialsOf } from "../words/names.ts";
import { blockHtml, inlineHtml } from "./blocks.ts";
import { escape, unlinked } from "./escape.ts";
import { accentStyles, ownAccent, sheet, styles } from "./styles.ts";

/**
 * The document that all emails share: one column, no images, nothing loaded. From right to left, a `div` says so too,
 * because programs that show an email within a page of their own drop `html`. Not a table or a cell: Outlook draws a line
 * beside the padding of one that has `dir`.
 */
export function htmlOf(message: Message, language: Language): string {
  const { subject, preview, brand, blocks, footer } = message;
  const dir = directions[language] === "rtl" ? ' dir="rtl"' : "";
  const accent = message.accent ?? ownAccent;
  const foot = footer.map((line) => `<p class="ink-3" style="${styles.footLine}">${inlineHtml(line)}</p>`);
  return `<!doctype html>
<html lang="${language}"${dir}>
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="supported-color-schemes" content="light dark">
    <title>${escape(subject)}</title>
    <style>${sheet(accent)}</style>
  </head>
  <body class="page" style="${styles.body}">
    <div style="display:none;max-height:0;overflow:hidden">${escape(preview)}</div>
    <div${dir}><table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#faf9f6"><tr><td align="center" style="padding:24px 12px 8px">
      <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:576px">
        <tr><td class="card" style="${styles.card}">
          <table role="presentation" cellpadding="0" cellspacing="0"><tr><td aria-hidden="true" valign="top" style="width:47px"><div class="mark" style="${accentStyles(accent).mark}">${escape(initialsOf(brand))}</div></td><td dir="auto" class="ink" style="${styles.brand}">${unlinked(brand)}</td></tr></table>
${blocks.map((block) => blockHtml(block, accent)).join("\n")}
        </td></tr>
        <tr><td class="foot" style="${styles.foot}">
${foot.join("\n")}
        </td></tr>
      </table>
    </td></tr></table></div>
  </body>
</html>
`;
}
