import { describeError } from "@sheaf/contract/errors/describe-error";
import type { EditorState } from "../editor.models.ts";
import type { AutosaveStatus } from "./use-autosave.ts";

interface SaveState {
  state: Pick<EditorState, "title">;
  status: AutosaveStatus;
  changed: boolean;
  hasErrors: boolean;
  hasConflict: boolean;
}

const time = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

const savesAlone = { draft: "Drafts save automatically", template: "Templates save automatically" };

/** One line about the state of saving; "" while there is nothing to say. */
export function saveStatusText(
  kind: "draft" | "template",
  { state, status, changed, hasErrors, hasConflict }: SaveState,
): string {
  if (status.name === "saving") return "Saving…";
  if (!changed) return status.name === "saved" ? `Saved at ${time.format(status.at)}` : "";
  const kept = "Your changes are kept in this browser.";
  if (hasConflict) return `Not saved: this ${kind} was changed elsewhere too. ${kept}`;
  // Nothing can be saved without one.
  if (state.title.trim() === "") return `${savesAlone[kind]} once they have a title. ${kept}`;
  if (hasErrors) return `Not saved: fix the marked fields. ${kept}`;
  if (status.name === "unreachable") return `Not saved: you seem to be offline. ${kept}`;
  if (status.name === "refused") return `Not saved: ${describeError(status.error.code).what} ${kept}`;
  return "Unsaved changes";
}
