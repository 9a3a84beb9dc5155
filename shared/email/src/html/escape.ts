import { plain } from "../words/plain.ts";
import { unclickable, wordJoiner } from "../words/unclickable.ts";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** For text and for values of attributes. */
export const escape = (text: string): string =>
  plain(text).replaceAll(/[&<>"']/gu, (character) => entities[character] ?? "");

/** For text outside of our own links. */
export const unlinked = (text: string): string => escape(unclickable(text)).replaceAll(wordJoiner, "&#8288;");
