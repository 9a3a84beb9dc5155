import { requestKeys } from "../requests/keys.ts";

/** Cache keys of the emails that a signed-in user gets; `all()` is the only broad prefix. */
export const memberEmailKeys = {
  all: () => ["member-emails"] as const,
  preferences: (userId: string) => [...memberEmailKeys.all(), "preferences", userId] as const,
  isStopped: (userId: string) => [...memberEmailKeys.all(), "is-stopped", userId] as const,
  /** Apart from the request's details, which are polled. */
  isWatched: (requestId: string) => [...requestKeys.all(), "is-watched", requestId] as const,
};
