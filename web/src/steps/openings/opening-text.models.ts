import type { FileOpening } from "../../data/files/file-openings.query.ts";
import { formatWhenShort } from "../../lib/dates.ts";
import { formatCount } from "../../lib/format-count.ts";

/** People who are named; the rest is a number. */
const most = 3;

interface Reading {
  now?: Date;
  locale?: string;
}

/** After "Opened by", one text for each person: "Nora Okafor, 3 times, most recently yesterday". */
export function openingTexts(openings: readonly FileOpening[], reading: Reading = {}): string[] {
  const others = openings.length - most;
  return [
    ...openings.slice(0, most).map((opening) => openingText(opening, reading)),
    ...(others > 0 ? [formatCount(others, "other person", "other people")] : []),
  ];
}

function openingText(opening: FileOpening, reading: Reading): string {
  const { name, isMe, times, lastAt, isLoadedOnly } = opening;
  const person = isMe ? "you" : name === "" ? "a member" : name;
  const who = isLoadedOnly ? `${person} (only a preview)` : person;
  const when = formatWhenShort(lastAt, reading);
  return times === 1 ? `${who}, ${when}` : `${who}, ${times} times, most recently ${when}`;
}
