import { limits } from "@sheaf/contract/limits";
import { emptyDraft, ItemFields, RequestDraft } from "@sheaf/contract/request-draft";
import * as v from "valibot";
import { withoutId } from "../items/without-id.models.ts";

/** Largest file that is read. Bytes. */
export const templateFileBytes = 1024 * 1024;

/** Items have no ids: they belong to no request. */
const FileItem = v.strictObject(v.omit(ItemFields, ["id"]).entries);

const TemplateFile = v.strictObject({
  format: v.literal("sheaf-template"),
  version: v.literal(1),
  title: v.string(),
  message: v.string(),
  due_after_days: v.nullable(v.number()),
  items: v.pipe(v.array(v.unknown()), v.maxLength(limits.itemsPerRequest)),
});

/** A template as the content of a file that another workspace can import. */
export function toTemplateFile(draft: RequestDraft): string {
  const { title, message, due_after_days = null } = draft;
  const items = draft.items.map(withoutId);
  const file = { format: "sheaf-template", version: 1, title, message, due_after_days, items };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** The title, or "Title (2)" where there is a template of that name: two cards that look alike can't be told apart. */
export function freeTitle(title: string, taken: readonly string[]): string {
  let free = title;
  for (let number = 2; taken.includes(free); number += 1) {
    const suffix = ` (${number})`;
    free = title.slice(0, limits.titleLength - suffix.length) + suffix;
  }
  return free;
}

export type ReadTemplateFile = { ok: true; draft: RequestDraft } | { ok: false; problem: string };

/** Reads the content of a file. It is checked like a typed draft, and may have no unknown fields. */
export function readTemplateFile(content: string): ReadTemplateFile {
  let parsed: unknown;
  try {
    parsed = JSON.parse(content);
  } catch {
    return { ok: false, problem: notATemplate };
  }
  const file = v.safeParse(TemplateFile, parsed);
  if (!file.success) return { ok: false, problem: fileProblem(file.issues[0]) };
  const { title, message, due_after_days, items } = file.output;
  for (const [index, item] of items.entries()) {
    const read = v.safeParse(FileItem, item);
    if (!read.success) return { ok: false, problem: `Item ${index + 1}: ${fieldProblem(read.issues[0])}` };
  }
  const draft = v.safeParse(RequestDraft, {
    ...emptyDraft,
    title,
    message,
    due_after_days,
    items,
  });
  if (!draft.success) return { ok: false, problem: draftProblem(draft.issues[0]) };
  return { ok: true, draft: draft.output };
}

const notATemplate = "This isn’t a Sheaf template. Choose a file that was exported from the templates page.";

type Issue = v.BaseIssue<unknown>;

function fieldOf({ path }: Issue): string {
  const key = path?.at(-1)?.key;
  return typeof key === "string" ? key.slice(0, 40) : "";
}

function fileProblem(issue: Issue): string {
  const field = fieldOf(issue);
  if (field === "" || field === "format") return notATemplate;
  if (field === "version") return "This file is from a different version of Sheaf and can’t be imported.";
  if (issue.type === "max_length") {
    return `A template can have up to ${limits.itemsPerRequest} items. This file has more.`;
  }
  return fieldProblem(issue);
}

function fieldProblem(issue: Issue): string {
  const name = fieldOf(issue);
  if (name === "") return "It isn’t a checklist item.";
  const field = `“${name}”`;
  // valibot expects `never` for an unknown key.
  if (issue.expected === "never") return `The file has an unknown field: ${field}.`;
  return issue.kind === "validation" ? issue.message : `The field ${field} is missing or has the wrong type.`;
}

function draftProblem(issue: Issue): string {
  const [field, index] = issue.path ?? [];
  if (field?.key === "due_after_days")
    return `“due_after_days” must be from 1 to ${limits.templateDueDays}, or null.`;
  return field?.key === "items" && typeof index?.key === "number"
    ? `Item ${index.key + 1}: ${issue.message}`
    : issue.message;
}
