import { type AppError, errorText } from "../../../lib/errors.ts";
import { checkDraft, type DraftErrors, type Purpose, refusedField } from "../checks.models.ts";
import type { EditorState } from "../editor.models.ts";

/**
 * All errors at once, except for a title that the user hasn't had the chance to enter yet.
 *
 * @param tried the last thing that was tried with the draft.
 */
export function shownErrors(state: EditorState, tried: Purpose | null): DraftErrors {
  const checked = checkDraft(state, tried ?? "save");
  if (checked.ok) return { byItem: new Map() };
  const { title, ...rest } = checked.errors;
  const isUntouched = tried === null && state.title.trim() === "";
  return title === undefined || isUntouched ? rest : checked.errors;
}

export function hasErrors({ byItem, ...fields }: DraftErrors): boolean {
  return byItem.size > 0 || Object.values(fields).some((text) => text !== undefined);
}

/** Adds a refusal by the service to the field that it concerns. */
export function withRefusal(errors: DraftErrors, refusal: AppError | null): DraftErrors {
  const field = refusal && refusedField(refusal.code);
  if (!field) return errors;
  return { ...errors, [field]: errors[field] ?? errorText(refusal) };
}
