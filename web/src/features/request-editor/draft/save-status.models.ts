import { describeError } from "@sheaf/contract/errors/describe-error";
import type { AutosaveStatus } from "./use-autosave.ts";

interface SaveState {
  /** Kind of the edited request. */
  kind: "draft" | "template";
  status: AutosaveStatus;
  isChanged: boolean;
  hasErrors: boolean;
  /** The title is empty, and nothing can be saved without one. */
  isUntitled: boolean;
  hasConflict: boolean;
}

const time = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

const savesAlone = { draft: "Drafts save automatically", template: "Templates save automatically" };

/** One line about the state of saving; "" while there is nothing to say. */
export function saveStatusText({
  kind,
  status,
  isChanged,
  hasErrors,
  isUntitled,
  hasConflict,
}: SaveState): string {
  if (status.name === "saving") return "Saving…";
  if (!isChanged) return status.name === "saved" ? `Saved at ${time.format(status.at)}` : "";
  const kept = "Your changes are kept in this browser.";
  if (hasConflict) return `Not saved: this ${kind} was changed elsewhere too. ${kept}`;
  if (isUntitled) return `${savesAlone[kind]} once they have a title. ${kept}`;
  if (hasErrors) return `Not saved: fix the marked fields. ${kept}`;
  if (status.name === "unreachable") return `Not saved: you seem to be offline. ${kept}`;
  if (status.name === "refused") return `Not saved: ${describeError(status.error.code).what} ${kept}`;
  return "Unsaved changes";
}
