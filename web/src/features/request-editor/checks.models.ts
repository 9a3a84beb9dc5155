import { addressProblem, isAddress } from "@sheaf/contract/email-address";
import { describeError } from "@sheaf/contract/errors/describe-error";
import {
  draftFieldNames,
  type DraftFieldName,
  draftFields,
  RequestDraft,
} from "@sheaf/contract/request-draft";
import * as v from "valibot";
import { toDraft, type EditorState } from "./editor.models.ts";

const itemFields = ["title", "instructions", "section", "expected_files", "choices"] as const;
export type ItemErrors = { [Field in (typeof itemFields)[number]]?: string };

/** Errors by field. */
export type DraftErrors = { [Name in DraftFieldName]?: string } & {
  /** By the item's key. */
  byItem: ReadonlyMap<number, ItemErrors>;
};

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

/** The first error of each field. Errors of single items are in `itemErrors`. */
function fieldErrors(issues: Issues): Omit<DraftErrors, "byItem"> {
  const errors: Omit<DraftErrors, "byItem"> = {};
  for (const { path, message } of issues) {
    const [field, inside] = path ?? [];
    if (!field || (field.key === "items" && inside)) continue;
    errors[field.key as DraftFieldName] ??= message;
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

/** The field that a refusal by the service concerns; undefined for any other error. */
export function refusedField(code: string): DraftFieldName | undefined {
  return draftFieldNames.find((name) => draftFields[name].refusals.some((refusal) => refusal === code));
}
