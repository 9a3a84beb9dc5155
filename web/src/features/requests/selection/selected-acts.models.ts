import type { ChangeResult, RequestChange } from "../../../data/requests/change-request.mutation.ts";
import type { RequestSummary } from "../../../data/requests/request-summary.models.ts";
import type { Tag } from "../../../data/tags/tag.models.ts";
import { formatDate } from "../../../lib/dates.ts";
import { formatCount } from "../../../lib/format-count.ts";

export type PlainAct =
  | "remind"
  | "archive"
  | "unarchive"
  | "restore"
  | "close"
  | "cancel"
  | "reopen"
  | "duplicate";

/** A change of the selected requests. */
export type SelectedAct =
  | { kind: PlainAct }
  /** An empty name means unassigned. */
  | { kind: "assign"; assigneeId: string | null; name: string }
  | { kind: "tag"; tag: Tag; isTagged: boolean }
  /** Null removes it. */
  | { kind: "due"; dueOn: string | null }
  /** Undoes what differed between the requests. */
  | { kind: "change_back"; changes: ReadonlyMap<string, RequestChange> };

interface ActTexts {
  /** While it runs: "Archiving 2 of 12". */
  doing: string;
  /** "3 requests archived", "1 of 3 requests wasn't archived". */
  done: string;
}

/** On the buttons. */
export const actLabels: Readonly<Record<PlainAct, string>> = {
  remind: "Send reminder",
  archive: "Archive",
  unarchive: "Unarchive",
  restore: "Restore",
  close: "Close requests",
  cancel: "Cancel requests",
  reopen: "Reopen",
  duplicate: "Duplicate",
};

const plainTexts: Readonly<Record<PlainAct, ActTexts>> = {
  remind: { doing: "Reminding", done: "reminded" },
  archive: { doing: "Archiving", done: "archived" },
  unarchive: { doing: "Unarchiving", done: "unarchived" },
  restore: { doing: "Restoring", done: "restored" },
  close: { doing: "Closing", done: "closed" },
  cancel: { doing: "Cancelling", done: "cancelled" },
  reopen: { doing: "Reopening", done: "reopened" },
  duplicate: { doing: "Duplicating", done: "duplicated" },
};

const undoing: Readonly<Partial<Record<PlainAct, PlainAct>>> = {
  archive: "unarchive",
  unarchive: "archive",
  close: "reopen",
  cancel: "reopen",
};

export function textsOf(act: SelectedAct): ActTexts {
  if (act.kind === "assign") {
    return { doing: "Assigning", done: `assigned to ${act.name === "" ? "nobody" : act.name}` };
  }
  if (act.kind === "tag") {
    return act.isTagged
      ? { doing: "Tagging", done: `tagged “${act.tag.name}”` }
      : { doing: "Removing the tag", done: `no longer tagged “${act.tag.name}”` };
  }
  if (act.kind === "due") {
    return {
      doing: "Changing the due date",
      done: act.dueOn === null ? "removed" : `given the due date ${formatDate(act.dueOn)}`,
    };
  }
  return act.kind === "change_back" ? { doing: "Undoing", done: "changed back" } : plainTexts[act.kind];
}

/** The change that an act makes to one request; none if there is nothing to undo. */
export function changeOf(
  act: SelectedAct,
  { id, dueOn }: Pick<RequestSummary, "id" | "dueOn">,
): RequestChange | undefined {
  if (act.kind === "change_back") return act.changes.get(id);
  if (act.kind === "due") return { kind: "due", dueOn: act.dueOn, former: dueOn };
  if (act.kind === "tag") return { kind: "tag", tagId: act.tag.id, isTagged: act.isTagged };
  return act;
}

type State = Pick<RequestSummary, "status" | "isArchived" | "phase">;

const applies: Readonly<Record<Exclude<PlainAct, "reopen" | "restore">, (request: State) => boolean>> = {
  remind: ({ phase }) => phase === "open",
  archive: ({ status, isArchived }) => !isArchived && (status === "done" || status === "cancelled"),
  unarchive: ({ isArchived }) => isArchived,
  duplicate: () => true,
  close: ({ status }) => status === "open",
  cancel: ({ status }) => status === "open",
};

/**
 * The acts that at least one of the requests allows, with these.
 *
 * @param areBinned they are in the bin, where each of them can only be restored.
 */
export function actsFor<Request extends State>(
  requests: readonly Request[],
  areBinned = false,
): { act: PlainAct; requests: Request[] }[] {
  if (areBinned) return [{ act: "restore", requests: [...requests] }];
  return Object.entries(applies).flatMap(([act, allows]) => {
    const allowed = requests.filter(allows);
    return allowed.length === 0 ? [] : [{ act: act as PlainAct, requests: allowed }];
  });
}

/** A date means nothing to a request that has ended. */
export const takesDueDate = ({ status }: Pick<State, "status">): boolean =>
  status === "draft" || status === "open";

export interface ChangedRequest<Request> {
  request: Request;
  result: ChangeResult;
}

/** Undefined where it would leave another state than before: a paused request would be open. */
export function undoOf(
  act: SelectedAct,
  changed: readonly ChangedRequest<State & Pick<RequestSummary, "id" | "dueOn">>[],
): SelectedAct | undefined {
  if (act.kind === "change_back") return undefined;
  if (act.kind !== "assign" && act.kind !== "tag" && act.kind !== "due") {
    const ends = act.kind === "cancel" || act.kind === "close";
    if (ends && changed.some(({ request }) => request.phase === "paused")) return undefined;
    const kind = undoing[act.kind];
    return kind && { kind };
  }
  const changes = changed.flatMap(({ request, result }): [string, RequestChange][] => {
    if (act.kind === "tag") {
      return result === true
        ? [[request.id, { kind: "tag", tagId: act.tag.id, isTagged: !act.isTagged }]]
        : [];
    }
    if (act.kind === "due") {
      return result === true ? [[request.id, { kind: "due", dueOn: request.dueOn, former: act.dueOn }]] : [];
    }
    const before = typeof result === "string" ? result : null;
    return before === act.assigneeId ? [] : [[request.id, { kind: "assign", assigneeId: before }]];
  });
  return changes.length > 0 ? { kind: "change_back", changes: new Map(changes) } : undefined;
}

/** Emails can't be taken back, ending a request is noticed by others, and copies have to be deleted one by one. */
export const needsConfirming = (act: PlainAct, requests: number): boolean =>
  act === "remind" || act === "cancel" || act === "close" || (act === "duplicate" && requests > 1);

/** False if an answer that got lost would be made up for by doing it twice. */
export const canRepeat = ({ kind }: SelectedAct): boolean => kind !== "duplicate";

/** "Archive", and "Archive (2)" if only two of the selected requests allow it. */
export function actLabel(label: string, allowed: number, selected: number): string {
  return allowed === selected ? label : `${label} (${allowed})`;
}

/** The due date is removed, not the requests. */
const removesDueDate = (act: SelectedAct): boolean => act.kind === "due" && act.dueOn === null;

export function doneText(act: SelectedAct, changed: number): string {
  const requests = formatCount(changed, "request");
  return removesDueDate(act) ? `Due date removed from ${requests}` : `${requests} ${textsOf(act).done}`;
}

/** Title of the dialog that names the requests that an act failed for. */
export function failedTitle(act: SelectedAct, failed: number, all: number): string {
  const { done } = textsOf(act);
  const requests = `${failed} of ${formatCount(all, "request")}`;
  if (removesDueDate(act)) return `The due date of ${requests} wasn’t ${done}`;
  return `${requests} ${failed === 1 ? "wasn’t" : "weren’t"} ${done}`;
}
