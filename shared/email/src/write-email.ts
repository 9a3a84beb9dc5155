import { htmlOf } from "./html/document.ts";
import type { Language } from "./language.ts";
import type { Message } from "./message.ts";
import { textOf } from "./text/document.ts";

export interface Email {
  subject: string;
  /** Lines of at most 72 characters, except for addresses. */
  text: string;
  /** A whole document that loads nothing. */
  html: string;
}

/** Longer subjects are cut by most programs. Characters. */
const longestSubject = 140;

/** Writes a message out, as HTML and as text. */
export function writeEmail(message: Message, language: Language): Email {
  return { subject: oneLine(message.subject), text: textOf(message), html: htmlOf(message, language) };
}

/** Somebody else's title must not end the header. */
function oneLine(subject: string): string {
  const line = subject.replaceAll(/\s+/gu, " ").trim();
  const characters = Array.from(line);
  return characters.length > longestSubject ? `${characters.slice(0, longestSubject - 1).join("")}…` : line;
}
