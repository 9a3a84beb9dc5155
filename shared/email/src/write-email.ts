import { htmlOf } from "./html/document.ts";
import type { Language } from "./language.ts";
import type { Block, Message } from "./message.ts";
import { textOf } from "./text/document.ts";
import { oneLine } from "./words/plain.ts";
import { unclickable } from "./words/unclickable.ts";

export interface Email {
  subject: string;
  /** Lines of at most 72 characters, except for addresses. */
  text: string;
  /** A whole document that loads nothing. */
  html: string;
  /** The same before it is written out, for a page that shows it in its own styles. */
  message: Message;
}

/** Longer subjects are cut by most programs. Characters. */
const longestSubject = 140;

/** No program shows more of it. Characters. */
const longestPreview = 200;

/** Gmail hides what follows the first 102 kB: the button, and the link that stops these emails. Bytes. */
const longestHtml = 95_000;

/** Rows of each list, and marks of its progress, tried until the HTML is short enough. */
const rowLimits = [90, 80, 70, 60, 50, 40, 30, 20, 10, 5, 3, 1];

/** Writes a message out, as HTML and as text. */
export function writeEmail(message: Message, language: Language): Email {
  const subject = oneLine(unclickable(message.subject), longestSubject);
  const whole = { ...message, preview: oneLine(message.preview, longestPreview) };
  let html = htmlOf(whole, language);
  let shown: Message = whole;
  for (const rows of rowLimits) {
    if (bytesOf(html) <= longestHtml) break;
    shown = { ...whole, blocks: whole.blocks.flatMap((block) => shortened(block, rows)) };
    html = htmlOf(shown, language);
  }
  return { subject, text: textOf(shown), html, message: shown };
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

function shortened(block: Block, maxRows: number): Block[] {
  // The sentence above the marks has their numbers.
  if (block.kind === "progress" && block.states.length > maxRows) return [];
  if (block.kind !== "rows" || block.rows.length <= maxRows) return [block];
  const left = block.rows.length - maxRows;
  return [
    { ...block, rows: block.rows.slice(0, maxRows) },
    { kind: "paragraph", text: [`And ${left} more. The page shows all of them.`], isQuiet: true },
  ];
}
