import type { ItemDraft } from "@sheaf/contract/request-draft";

/** Characters. */
const maxQuotedLength = 40;

export function shortTitle({ title }: Pick<ItemDraft, "title">): string {
  const text = title.trim();
  if (text === "") return "The item";
  return text.length > maxQuotedLength ? `“${text.slice(0, maxQuotedLength - 1).trim()}…”` : `“${text}”`;
}

/** Description of what an item accepts; "" for any file. */
export function asksFor({ kind, accepts }: Pick<ItemDraft, "kind" | "accepts">): string {
  if (kind === "text") return "A written answer.";
  if (accepts.length === 0) return "";
  const kinds = [
    ...(accepts.includes("pdf") ? ["PDF"] : []),
    ...(accepts.includes("image") ? ["image"] : []),
  ];
  return `${kinds.join(" or ")} only.`.replace(/^./u, (first) => first.toUpperCase());
}
