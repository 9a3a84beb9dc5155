import type { ItemDraft } from "@sheaf/contract/request-draft";

/** Characters of a title that a passing remark quotes. */
const quoted = 40;

export function shortTitle({ title }: Pick<ItemDraft, "title">): string {
  const text = title.trim();
  if (text === "") return "The line";
  return text.length > quoted ? `“${text.slice(0, quoted - 1).trim()}…”` : `“${text}”`;
}

/** What a line asks for beyond "any file", which needs no words. */
export function asksFor({ kind, accepts }: Pick<ItemDraft, "kind" | "accepts">): string {
  if (kind === "text") return "A written answer.";
  if (accepts.length === 0) return "";
  const words = [
    ...(accepts.includes("pdf") ? ["PDF"] : []),
    ...(accepts.includes("image") ? ["image"] : []),
  ];
  return `${words.join(" or ")} only.`.replace(/^./u, (first) => first.toUpperCase());
}
