import type { Database } from "@sheaf/contract/database.types";
import type { EventKind, RequestState } from "@sheaf/contract/states";

export type RequestCounts = Pick<
  Database["public"]["Tables"]["requests"]["Row"],
  | "items_missing"
  | "items_submitted"
  | "items_returned"
  | "items_accepted"
  | "items_waived"
  | "required_missing"
  | "required_returned"
>;

/** How far a request is, and what happened to it last. */
export interface Situation {
  status: RequestState;
  counts: Partial<RequestCounts>;
  last: EventKind;
  by: "requester" | "recipient" | "itself";
  /** The item that it was about. */
  item?: string;
  /** Days from the tape's day to the day that it is due, for the first such request; later ones lie further off. */
  due?: number;
}

const waiting: Situation = {
  status: "open",
  counts: { items_missing: 3, items_accepted: 1, required_missing: 2 },
  last: "opened",
  by: "recipient",
  due: 3,
};
const toReview: Situation = {
  status: "open",
  counts: { items_missing: 1, items_submitted: 2, required_missing: 1 },
  last: "file_added",
  by: "recipient",
  item: "Bank statement, December",
  due: 2,
};
const returned: Situation = {
  status: "open",
  counts: { items_returned: 1, items_accepted: 3, required_returned: 1 },
  last: "returned",
  by: "requester",
  item: "Proof of address",
};
const overdue: Situation = {
  status: "open",
  counts: { items_missing: 2, items_accepted: 2, required_missing: 2 },
  last: "sent",
  by: "requester",
  due: -2,
};
const draft: Situation = { status: "draft", counts: { items_missing: 4 }, last: "created", by: "requester" };
const done: Situation = { status: "done", counts: { items_accepted: 4 }, last: "done", by: "itself" };
const cancelled: Situation = {
  status: "cancelled",
  counts: { items_missing: 2, items_waived: 2 },
  last: "cancelled",
  by: "requester",
};

/** What a busy office has, in the order in which it comes round again and again. */
const situations = [
  waiting,
  toReview,
  done,
  overdue,
  waiting,
  done,
  returned,
  draft,
  toReview,
  done,
] as const;
/** Few requests are cancelled: one in so many. */
const cancelledEvery = 33;

/** @param number of the request, from 1. */
export function situationOf(number: number): Situation {
  if (number % cancelledEvery === 0) return cancelled;
  return situations[(number - 1) % situations.length] ?? waiting;
}
