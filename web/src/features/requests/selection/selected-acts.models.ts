import type { ManyChange } from "../../../data/requests/change-many.mutation.ts";
import type { RequestSummary } from "../../../data/requests/request-summary.models.ts";
import { formatCount } from "../../../lib/format-count.ts";

export type SelectedAct = Extract<ManyChange, "archive" | "unarchive" | "cancel" | "reopen" | "duplicate">;

interface ActTexts {
  /** On its button. */
  label: string;
  /** While it runs: "Archiving 2 of 12". */
  doing: string;
  /** "3 requests archived", "1 of 3 requests wasn't archived". */
  done: string;
  /** The act that undoes it. */
  undo?: SelectedAct;
}

export const actTexts: Readonly<Record<SelectedAct, ActTexts>> = {
  archive: { label: "Archive", doing: "Archiving", done: "archived", undo: "unarchive" },
  unarchive: {
    label: "Take out of the archive",
    doing: "Taking out",
    done: "taken out of the archive",
    undo: "archive",
  },
  cancel: { label: "Cancel requests", doing: "Cancelling", done: "cancelled", undo: "reopen" },
  reopen: { label: "Reopen", doing: "Reopening", done: "reopened" },
  duplicate: { label: "Duplicate", doing: "Duplicating", done: "duplicated" },
};

type State = Pick<RequestSummary, "status" | "isArchived" | "phase">;

const applies: Readonly<Record<Exclude<SelectedAct, "reopen">, (request: State) => boolean>> = {
  archive: ({ status, isArchived }) => !isArchived && (status === "done" || status === "cancelled"),
  unarchive: ({ isArchived }) => isArchived,
  duplicate: () => true,
  cancel: ({ status }) => status === "open",
};

/** The acts that at least one of the requests allows, with these. */
export function actsFor<Request extends State>(
  requests: readonly Request[],
): { act: SelectedAct; requests: Request[] }[] {
  return Object.entries(applies).flatMap(([act, allows]) => {
    const allowed = requests.filter(allows);
    return allowed.length === 0 ? [] : [{ act: act as SelectedAct, requests: allowed }];
  });
}

/** Undefined where it would leave another state than before: a paused request would be open. */
export function undoOf(act: SelectedAct, requests: readonly State[]): SelectedAct | undefined {
  if (act === "cancel" && requests.some(({ phase }) => phase === "paused")) return undefined;
  return actTexts[act].undo;
}

/** Cancelling is noticed by others, and copies have to be deleted one by one. */
export const needsConfirming = (act: SelectedAct, requests: number): boolean =>
  act === "cancel" || (act === "duplicate" && requests > 1);

/** False if an answer that got lost would be made up for by doing it twice. */
export const canRepeat = (act: SelectedAct): boolean => act !== "duplicate";

/** "Archive", and "Archive (2)" if only two of the selected requests allow it. */
export function actLabel(label: string, allowed: number, selected: number): string {
  return allowed === selected ? label : `${label} (${allowed})`;
}

export function doneText(act: SelectedAct, changed: number): string {
  return `${formatCount(changed, "request")} ${actTexts[act].done}`;
}

/** Title of the dialog that names the requests that an act failed for. */
export function failedTitle(act: SelectedAct, failed: number, all: number): string {
  return `${failed} of ${formatCount(all, "request")} ${failed === 1 ? "wasn’t" : "weren’t"} ${actTexts[act].done}`;
}
