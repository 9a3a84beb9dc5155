import type { AcceptedGroup } from "@sheaf/contract/request-draft";
import type { ItemState } from "@sheaf/contract/states";
import type { AskedItem, AskedRequest } from "../../data/inbox/asked-request.models.ts";
import { leftOf } from "../../data/inbox/left.models.ts";
import { countWords } from "../../lib/count-words.ts";
import { sizeWords } from "../../lib/sizes.ts";

/** Decided for good: the person can no longer change it. */
export const isLocked = ({ state }: Pick<AskedItem, "state">) => state === "accepted" || state === "waived";

/** Said below it once nothing is missing; nothing to say before. */
export function doneWords({ status, workspaceName, items }: AskedRequest): string | undefined {
  if (leftOf(items).required > 0) return undefined;
  if (status === "done") return `${workspaceName} has accepted everything they need. You are done.`;
  return `${workspaceName} looks at what you sent. If something needs another try, you find it here.`;
}

const order: Readonly<Record<ItemState, number>> = {
  returned: 0,
  missing: 1,
  submitted: 2,
  accepted: 3,
  waived: 3,
};

/** How far down an item stands: what waits for the person first, what may be left out after what may not. */
function rankOf({ state, isRequired }: AskedItem): number {
  return order[state] + (state === "missing" && !isRequired ? 0.5 : 0);
}

/**
 * Where each item stands for the length of one visit: an item answered a moment ago keeps its place under the
 * person's hands; one that comes back moves up.
 */
export function placeItems(
  places: ReadonlyMap<string, number>,
  items: readonly AskedItem[],
): Map<string, number> {
  return new Map(items.map((item) => [item.id, Math.min(places.get(item.id) ?? Infinity, rankOf(item))]));
}

/** The items in the order of their places, each place in the order of the checklist. */
export function orderItems(items: readonly AskedItem[], places: ReadonlyMap<string, number>): AskedItem[] {
  return items.toSorted((a, b) => (places.get(a.id) ?? rankOf(a)) - (places.get(b.id) ?? rankOf(b)));
}

/** Whether an item lies open: it waits for the person, or did when they came. */
export function isOpen(item: AskedItem, places: ReadonlyMap<string, number>): boolean {
  return !isLocked(item) && (places.get(item.id) ?? rankOf(item)) < order.submitted;
}

/** What a file item takes: "PDF or photo, up to 50 MB." */
export function acceptHint(accepts: readonly AcceptedGroup[], maxBytes: number): string {
  const kinds = [
    ...(accepts.includes("pdf") ? ["PDF"] : []),
    ...(accepts.includes("image") ? ["photo"] : []),
  ].join(" or ");
  return `${kinds === "" ? "Any file" : kinds === "photo" ? "A photo" : kinds}, up to ${sizeWords(maxBytes)}.`;
}

/** What stands in an item that is folded up: "3 files", "Answered", "Does not apply". */
export function answerWords({ answer, files }: Pick<AskedItem, "answer" | "files">): string {
  if (answer?.kind === "not_applicable") return "does not apply";
  if (answer?.kind === "cannot_provide") return "cannot be provided";
  if (files.length > 0) return countWords(files.length, "file");
  return answer ? "answered" : "";
}

/** Who sees what is added: "Only Okafor & Lind, Mats Lind and you can see what you add." */
export function audienceWords(workspaceName: string, others: readonly string[]): string {
  const names = [workspaceName, ...others];
  return `Only ${names.join(", ")} and you can see what you add.`;
}
