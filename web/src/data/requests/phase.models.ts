import type { RequestState } from "@sheaf/contract/states";

/**
 * The state of a request as both sides see it: an open request may be paused, and a done one may have been closed by a
 * member while something was missing.
 */
export type RequestPhase = RequestState | "paused" | "closed";

interface PhaseRow {
  status: RequestState;
  paused_at: string | null;
  closed_by: string | null;
}

export function toPhase({ status, paused_at: pausedAt, closed_by: closedBy }: PhaseRow): RequestPhase {
  if (pausedAt) return "paused";
  return closedBy ? "closed" : status;
}

/** Days in which a cancelled request can be reopened. */
const reopenDays = 30;

/** The moment until which a cancelled request can be reopened. */
export function reopenUntil(closedAt: string): Date {
  return new Date(Date.parse(closedAt) + reopenDays * 86_400_000);
}
