import { type AppError, errorText } from "../../../lib/errors.ts";
import { checkDraft, type DraftErrors, type Purpose, refusedField } from "../checks.models.ts";
import type { EditorState } from "../editor.models.ts";

/**
 * All errors at once, except for a title or choices that the user hasn't had the chance to enter yet.
 *
 * @param tried the last thing that was tried with the draft.
 */
export function shownErrors(state: EditorState, tried: Purpose | null): DraftErrors {
  const checked = checkDraft(state, tried ?? "save");
  if (checked.ok) return { byItem: new Map() };
  if (tried !== null) return checked.errors;
  const { title, byItem, ...rest } = checked.errors;
  const isUntouched = title === undefined || state.title.trim() === "";
  return { ...rest, ...(!isUntouched && { title }), byItem: withoutEmptyChoices(state, byItem) };
}

function withoutEmptyChoices({ items }: EditorState, byItem: DraftErrors["byItem"]): DraftErrors["byItem"] {
  const empty = new Set(
    items.filter(({ choices }) => choices.every((choice) => choice.trim() === "")).map(({ key }) => key),
  );
  return new Map(
    [...byItem].flatMap(([key, { choices, ...others }]) => {
      const shown = choices === undefined || empty.has(key) ? others : { ...others, choices };
      return Object.keys(shown).length === 0 ? [] : [[key, shown]];
    }),
  );
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
