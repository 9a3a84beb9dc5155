import { formatCount } from "../../lib/format-count.ts";
import { daysBetween } from "../../lib/dates.ts";
import type { RequestPhase } from "./phase.models.ts";
import { requiredLeft, type RequestCounts } from "./progress.models.ts";

/** `soon` and `late` apply only while a required item waits for the recipient. */
export type DueUrgency = "late" | "soon" | "plain";

export interface Due {
  /** YYYY-MM-DD, a calendar day. */
  on: string;
  urgency: DueUrgency;
  /** Whole days past the due date; 0 unless late. */
  daysLate: number;
}

export interface DueOf {
  phase: RequestPhase;
  dueOn: string | null;
  counts: RequestCounts;
}

const soonDays = 7;

/** @param today the reader's current day, YYYY-MM-DD. */
export function toDue({ phase, dueOn, counts }: DueOf, today: string): Due | null {
  if (dueOn === null) return null;
  const days = daysBetween(today, dueOn);
  const waitsForThem = phase === "open" && requiredLeft(counts) > 0;
  if (!waitsForThem || days > soonDays) return { on: dueOn, urgency: "plain", daysLate: 0 };
  return days < 0
    ? { on: dueOn, urgency: "late", daysLate: -days }
    : { on: dueOn, urgency: "soon", daysLate: 0 };
}

/** "3 days late", "Over a year late" */
export function overdueText(daysLate: number): string {
  if (daysLate > 365) return "Over a year late";
  return `${formatCount(daysLate, "day")} late`;
}
