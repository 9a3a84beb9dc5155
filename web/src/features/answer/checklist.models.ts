import { type AcceptedGroup, acceptedGroups } from "@sheaf/contract/request-draft";
import type { ReceivedItem } from "../../data/inbox/received-item.models.ts";
import type { ReceivedRequest } from "../../data/inbox/received-request.models.ts";
import type { RequestPerson } from "../../data/inbox/request-people.query.ts";
import { formatCount } from "../../lib/format-count.ts";
import { formatSize } from "../../lib/format-size.ts";

/** Accepted and waived items can no longer be changed by the recipient. */
export const isLocked = ({ state }: Pick<ReceivedItem, "state">) =>
  state === "accepted" || state === "waived";

/** Why an item can no longer be changed. */
export function lockedText(
  { state, isReceivedElsewhere }: Pick<ReceivedItem, "state" | "isReceivedElsewhere">,
  workspaceName: string,
): string {
  if (isReceivedElsewhere) return `${workspaceName} received this another way. You don’t need to send it.`;
  return state === "waived"
    ? `${workspaceName} doesn’t need this any more.`
    : `${workspaceName} has accepted this. It can no longer be changed.`;
}

/** Why the request takes nothing at the moment, and what happens next. */
export function phaseText({ phase, workspaceName }: ReceivedRequest): string | undefined {
  if (phase === "paused") {
    return `${workspaceName} has paused this request. You can read it now, and add files again once it’s resumed.`;
  }
  if (phase === "closed") {
    return `${workspaceName} has closed this request. Nothing more is needed from you. What you sent stays listed here.`;
  }
  if (phase === "cancelled") {
    return `${workspaceName} has cancelled this request. Nothing more is needed from you.`;
  }
  return undefined;
}

/** Told to recipients of a request in the bin. */
export const binText = (
  { workspaceName }: Pick<ReceivedRequest, "workspaceName">,
  goneOnDay: string,
): string =>
  `${workspaceName} has deleted this request. Until ${goneOnDay} you can still save your own files; then everything is deleted for good.`;

const groupNames: Readonly<Record<AcceptedGroup, string>> = {
  pdf: "PDF",
  image: "photo",
  word: "Word file",
  excel: "Excel file",
};

/** "PDF or photo, up to 50 MB.", "3 files. PDF, up to 50 MB each." */
export function acceptHint(
  { accepts, expectedFiles }: Pick<ReceivedItem, "accepts" | "expectedFiles">,
  maxBytes: number,
): string {
  const names = acceptedGroups.filter((group) => accepts.includes(group)).map((group) => groupNames[group]);
  const listed = new Intl.ListFormat("en-GB", { type: "disjunction" }).format(names);
  const kinds = listed === "" ? "Any file" : listed === "photo" ? "A photo" : listed;
  const hint = `${kinds}, up to ${formatSize(maxBytes)}`;
  return expectedFiles > 1 ? `${formatCount(expectedFiles, "file")}. ${hint} each.` : `${hint}.`;
}

/** "Anna Lind and Mats Lind" */
export const namesOf = (names: Iterable<string>): string =>
  new Intl.ListFormat("en-GB").format(new Set(names));

/** Nothing can be added any more. */
export const isOver = (phase: ReceivedRequest["phase"]) => phase === "closed" || phase === "cancelled";

interface Audience {
  /** Names of the other recipients of the whole request. */
  others: readonly string[];
  /** Names of the people who were asked for single items. */
  helpers: Iterable<string>;
}

/** "Only Okafor & Lind, Mats Lind and you can see what you add." */
export function audienceText(
  { scope, phase, workspaceName }: Pick<ReceivedRequest, "scope" | "phase" | "workspaceName">,
  { others, helpers }: Audience,
): string {
  const names =
    scope === "all" ? [workspaceName, ...others] : [workspaceName, "the people who have the whole request"];
  const named = namesOf(helpers);
  return [
    `Only ${names.join(", ")} and you can see what you ${isOver(phase) ? "added" : "add"}.`,
    ...(named === "" ? [] : [`${named} can also see the items they were asked for.`]),
  ].join(" ");
}

/** Names of the people who were asked for single items, by the item's id. */
export function toHelpers(people: readonly RequestPerson[]): ReadonlyMap<string, string> {
  return new Map(people.flatMap(({ name, itemIds }) => itemIds.map((id) => [id, name] as const)));
}
