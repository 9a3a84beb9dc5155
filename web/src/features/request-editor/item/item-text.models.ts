import type { AcceptedGroup, ItemDraft } from "@sheaf/contract/request-draft";

/** Characters. */
const maxQuotedLength = 40;

export function shortTitle({ title }: Pick<ItemDraft, "title">): string {
  const text = title.trim();
  if (text === "") return "The item";
  return text.length > maxQuotedLength ? `“${text.slice(0, maxQuotedLength - 1).trim()}…”` : `“${text}”`;
}

export const groupNames: Readonly<Record<AcceptedGroup, string>> = {
  pdf: "PDF",
  image: "image",
  word: "Word",
  excel: "Excel",
};

export const capitalized = (text: string) => text.replace(/^./u, (first) => first.toUpperCase());
