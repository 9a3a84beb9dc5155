import { daysBetween, formatDate, isoDay } from "../../lib/dates.ts";
import { formatCount } from "../../lib/format-count.ts";
import type { Template } from "./template.models.ts";

/** Number of templates from which a search is offered. */
export const searchFrom = 7;

/** "10 items, 3 sections". */
export function contentsText({ items, sections }: Pick<Template, "items" | "sections">): string {
  const counted = formatCount(items, "item");
  return sections < 2 ? counted : `${counted}, ${formatCount(sections, "section")}`;
}

/** "Used 48 times, last today". */
export function usedText(
  { timesUsed, lastUsedAt }: Pick<Template, "timesUsed" | "lastUsedAt">,
  { now, locale }: { now: Date; locale?: string },
): string {
  if (timesUsed === 0 || lastUsedAt === null) return "Not used yet";
  const times = timesUsed === 1 ? "once" : `${timesUsed} times`;
  const day = isoDay(new Date(lastUsedAt));
  const ago = daysBetween(day, isoDay(now));
  const when =
    ago <= 0 ? "today" : ago === 1 ? "yesterday" : formatDate(day, { now, ...(locale && { locale }) });
  return timesUsed === 1 ? `Used once, ${when}` : `Used ${times}, last ${when}`;
}

/** Templates whose title contains the search text, ignoring case and accents. */
export function matching(templates: readonly Template[], search: string): Template[] {
  const sought = folded(search.trim());
  return templates.filter(({ title }) => folded(title).includes(sought));
}

const folded = (text: string) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
