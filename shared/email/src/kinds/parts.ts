import type { Block, Inline, Row } from "../message.ts";
import type { Asker, StopLinks, UnreadMessage, WaitingItem } from "./facts.ts";

/** Sentences and blocks that several kinds share. */

/** `From` without the address: "Nora Okafor (Okafor & Lind) via Sheaf", or "Sheaf" for a workspace that is new. */
export function senderName({ name, workspace, isTrusted }: Asker): string {
  return isTrusted ? `${name} (${workspace}) via Sheaf` : "Sheaf";
}

/**
 * A sentence that follows "Hi Ana Duarte, ", or begins with a capital letter for a person without a name. The name is as it
 * was written: which of its words to say depends on the language, and can't be told from the name.
 */
export function greeted(name: string, sentence: string): readonly Inline[] {
  if (name.trim() !== "") return ["Hi ", { name: name.trim() }, `, ${sentence}`];
  return [sentence.charAt(0).toUpperCase() + sentence.slice(1)];
}

export const replyLine = ({ name, email }: Asker): readonly Inline[] => [
  `${name} asked for these documents from ${email}. Reply to this email to reach them.`,
];

export const stopLine = ({ request, everything }: StopLinks, label: string): readonly Inline[] => [
  { link: label, url: request },
  ...(everything === undefined ? [] : [" · ", stopEverything(everything)]),
];

export const stopEverything = (url: string): Inline => ({ link: "Stop all email from Sheaf", url });

/** Items that are left to send, and the reasons of returned ones. */
export function waitingRow(item: WaitingItem): Row {
  const { title, instructions, isReturned, reason } = item;
  return {
    title,
    chip: waitingChip(item),
    ...(instructions !== "" && !isReturned && { notes: [instructions] }),
    ...(reason !== "" && { quote: { text: reason, tone: "returned" } as const }),
  };
}

function waitingChip({ isReturned, files, expectedFiles }: WaitingItem): NonNullable<Row["chip"]> {
  if (isReturned) return { label: "Returned", tone: "returned" };
  if (files === 0) return { label: "Missing", tone: "waiting" };
  return { label: `${files} of ${expectedFiles} files`, tone: "submitted" };
}

/** A question or a reply, under the item that it is about. */
export function messageRow({ title, from, text }: UnreadMessage): Row {
  return text === ""
    ? { title, notes: [`${from} wrote to you. Open the request to read it.`] }
    : { title, notes: [`${from}:`], quote: { text, tone: "plain" } };
}

/** A title from outside, for a sentence of ours. */
export const titleOf = (title: string): Inline => ({ strong: title });

export const paragraph = (...text: readonly Inline[]): Block => ({ kind: "paragraph", text });
export const quiet = (...text: readonly Inline[]): Block => ({ kind: "paragraph", text, isQuiet: true });
