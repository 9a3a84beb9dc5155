import { acceptedGroups, type AcceptedGroup, type ItemDraft } from "@sheaf/contract/request-draft";

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

/** Lines that aren't blank. */
export function cleanChoices(choices: readonly string[]): string[] {
  return choices.map((choice) => choice.trim()).filter((choice) => choice !== "");
}

/** Description of what an item accepts; "" for any file. */
export function asksFor(item: ItemDraft): string {
  return [asksForKind(item), item.sensitive ? "Sensitive." : ""].filter((part) => part !== "").join(" ");
}

function asksForKind({ kind, accepts, choices, multiple, expected_files }: ItemDraft): string {
  if (kind === "text") return "A written answer.";
  if (kind === "date") return "A date.";
  if (kind === "yes_no") return "Yes or no.";
  if (kind === "choice") return `${multiple ? "Any of" : "One of"}: ${cleanChoices(choices).join(" · ")}.`;
  const names = acceptedGroups.filter((group) => accepts.includes(group)).map((group) => groupNames[group]);
  return [
    expected_files > 1 ? `${expected_files} files.` : "",
    names.length > 0
      ? `${capitalized(new Intl.ListFormat("en-GB", { type: "disjunction" }).format(names))} only.`
      : "",
  ]
    .filter((part) => part !== "")
    .join(" ");
}
