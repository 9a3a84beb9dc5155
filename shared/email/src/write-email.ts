import { htmlOf } from "./html/document.ts";
import type { Language } from "./language.ts";
import type { Message } from "./message.ts";
import { textOf } from "./text/document.ts";
import { oneLine } from "./words/plain.ts";

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

/** Writes a message out, as HTML and as text. */
export function writeEmail(message: Message, language: Language): Email {
  return {
    subject: oneLine(message.subject, longestSubject),
    text: textOf(message),
    html: htmlOf(message, language),
    message,
  };
}
