import type { AcceptedGroup } from "@sheaf/contract/request-draft";
import type { ItemState } from "@sheaf/contract/states";
import type { ReceivedItem, ReceivedRequest } from "../../data/inbox/received-request.models.ts";
import { countRemaining } from "../../data/inbox/remaining.models.ts";
import { formatCount } from "../../lib/format-count.ts";
import { formatSize } from "../../lib/format-size.ts";

/** Accepted and waived items can no longer be changed by the recipient. */
export const isLocked = ({ state }: Pick<ReceivedItem, "state">) =>
  state === "accepted" || state === "waived";

/** The next step, shown once nothing required is missing. */
export function doneText({ status, workspaceName, items }: ReceivedRequest): string | undefined {
  if (countRemaining(items).required > 0) return undefined;
  if (status === "done") return `${workspaceName} has accepted everything they need. You’re done.`;
  return `${workspaceName} is reviewing what you sent. If anything needs changing, it will appear here.`;
}

const order: Readonly<Record<ItemState, number>> = {
  returned: 0,
  missing: 1,
  submitted: 2,
  accepted: 3,
  waived: 3,
};

/** Items that wait for the recipient come first, and optional ones after required ones. */
function rankOf({ state, isRequired }: ReceivedItem): number {
  return order[state] + (state === "missing" && !isRequired ? 0.5 : 0);
}

/**
 * Rank of each item during one visit. An item that was just answered keeps its place, so that the page does not jump; a
 * returned one moves up.
 */
export function placeItems(
  places: ReadonlyMap<string, number>,
  items: readonly ReceivedItem[],
): Map<string, number> {
  return new Map(items.map((item) => [item.id, Math.min(places.get(item.id) ?? Infinity, rankOf(item))]));
}

/** Items by rank, and in checklist order within a rank. */
export function orderItems(
  items: readonly ReceivedItem[],
  places: ReadonlyMap<string, number>,
): ReceivedItem[] {
  return items.toSorted((a, b) => (places.get(a.id) ?? rankOf(a)) - (places.get(b.id) ?? rankOf(b)));
}

/** True for an item that waits for the recipient, or did when the page was opened. */
export function isOpen(item: ReceivedItem, places: ReadonlyMap<string, number>): boolean {
  return !isLocked(item) && (places.get(item.id) ?? rankOf(item)) < order.submitted;
}

/** "PDF or photo, up to 50 MB." */
export function acceptHint(accepts: readonly AcceptedGroup[], maxBytes: number): string {
  const kinds = [
    ...(accepts.includes("pdf") ? ["PDF"] : []),
    ...(accepts.includes("image") ? ["photo"] : []),
  ].join(" or ");
  return `${kinds === "" ? "Any file" : kinds === "photo" ? "A photo" : kinds}, up to ${formatSize(maxBytes)}.`;
}

/** Summary of a collapsed item: "3 files", "answered", "doesn’t apply". */
export function answerText({ answer, files }: Pick<ReceivedItem, "answer" | "files">): string {
  if (answer?.kind === "not_applicable") return "doesn’t apply";
  if (answer?.kind === "cannot_provide") return "can’t be provided";
  if (files.length > 0) return formatCount(files.length, "file");
  return answer ? "answered" : "";
}

/** "Only Okafor & Lind, Mats Lind and you can see what you add." */
export function audienceText(workspaceName: string, others: readonly string[]): string {
  const names = [workspaceName, ...others];
  return `Only ${names.join(", ")} and you can see what you add.`;
}
