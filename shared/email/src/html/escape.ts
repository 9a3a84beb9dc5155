import { escapeHtml } from "@sheaf/contract/escape-html";
import { plain } from "../words/plain.ts";
import { unclickable, wordJoiner } from "../words/unclickable.ts";

/** For text and attribute values, without characters that could change how the text around them reads. */
export const escape = (text: string): string => escapeHtml(plain(text));

/** For text outside of our own links. */
export const unlinked = (text: string): string => escape(unclickable(text)).replaceAll(wordJoiner, "&#8288;");
