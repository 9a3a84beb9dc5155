import { addressProblem, isAddress } from "@sheaf/contract/email-address";
import { describeError } from "@sheaf/contract/errors/describe-error";
import { RequestDraft } from "@sheaf/contract/request-draft";
import * as v from "valibot";
import { toDraft, type EditorState } from "./editor.models.ts";

const itemFields = ["title", "instructions", "section", "expected_files", "choices"] as const;
export type ItemErrors = { [Field in (typeof itemFields)[number]]?: string };

/** Errors by field. */
export interface DraftErrors {
  title?: string;
  message?: string;
  dueOn?: string;
  dueAfter?: string;
  recipients?: string;
  items?: string;
  /** By the item's key. */
  byItem: ReadonlyMap<number, ItemErrors>;
}

export type CheckedDraft = { ok: true; draft: RequestDraft } | { ok: false; errors: DraftErrors };

/** Saving needs a title; sending needs recipients and items as well. */
export type Purpose = "save" | "send";

export function checkDraft(state: EditorState, purpose: Purpose): CheckedDraft {
  const parsed = v.safeParse(RequestDraft, toDraft(state));
  const errors: DraftErrors = {
    ...fieldErrors(parsed.issues ?? []),
    byItem: itemErrors(state, parsed.issues ?? []),
  };
  const wrong = state.recipients.filter(({ email }) => !isAddress(email)).map(({ email }) => email);
  if (wrong.length > 0) errors.recipients = invalidAddressText(wrong);
  if (purpose === "send") {
    if (state.items.length === 0) errors.items = describeError("draft.items").next;
    if (state.recipients.length === 0) errors.recipients = describeError("draft.recipients").next;
  }
  const hasNone = Object.keys(errors).length === 1 && errors.byItem.size === 0;
  return parsed.success && hasNone ? { ok: true, draft: parsed.output } : { ok: false, errors };
}

type Issues = readonly v.InferIssue<typeof RequestDraft>[];

const fieldOf = {
  title: "title",
  message: "message",
  due_on: "dueOn",
  due_after_days: "dueAfter",
  recipients: "recipients",
  items: "items",
} as const satisfies Record<keyof RequestDraft, keyof DraftErrors>;

/** The first error of each field. Errors of single items are in `itemErrors`. */
function fieldErrors(issues: Issues): Omit<DraftErrors, "byItem"> {
  const errors: Omit<DraftErrors, "byItem"> = {};
  for (const { path, message } of issues) {
    const [field, inside] = path ?? [];
    if (!field || (field.key === "items" && inside)) continue;
    errors[fieldOf[field.key as keyof typeof fieldOf]] ??= message;
  }
  return errors;
}

function itemErrors(state: EditorState, issues: Issues): ReadonlyMap<number, ItemErrors> {
  const errors = new Map<number, ItemErrors>();
  for (const { path, message } of issues) {
    const [field, index, part] = path ?? [];
    if (field?.key !== "items" || typeof index?.key !== "number") continue;
    const item = state.items[index.key];
    const name = itemFields.find((known) => known === part?.key);
    if (!item || !name) continue;
    const known = errors.get(item.key);
    errors.set(item.key, { ...known, [name]: known?.[name] ?? message });
  }
  return errors;
}

function invalidAddressText(wrong: readonly string[]): string {
  const [only = "", ...more] = wrong;
  if (more.length === 0) return `Change or remove “${only}”. ${addressProblem(only)}`;
  return `${wrong.map((email) => `“${email}”`).join(", ")} aren’t email addresses. Change or remove them.`;
}

/** The field that a refusal by the service concerns; null for any other error. */
export function refusedField(
  code: string,
): "title" | "message" | "dueOn" | "dueAfter" | "recipients" | "items" | null {
  switch (code) {
    case "draft.title":
      return "title";
    case "draft.message":
      return "message";
    case "draft.due_on":
      return "dueOn";
    case "template.due":
      return "dueAfter";
    case "draft.items":
    case "draft.item":
    case "draft.choices":
    case "draft.section":
    case "draft.expected_files":
    case "draft.too_many_sections":
    case "draft.too_many_items":
      return "items";
    case "draft.recipients":
    case "draft.recipient":
    case "draft.recipient_name":
    case "draft.duplicate_recipient":
    case "draft.too_many_recipients":
      return "recipients";
    default:
      return null;
  }
}
