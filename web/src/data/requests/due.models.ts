import type { RequestState } from "@sheaf/contract/states";
import { countWords } from "../../lib/count-words.ts";
import { daysBetween } from "../../lib/dates.ts";
import { requiredLeft, type RequestCounts } from "./progress.models.ts";

/** `soon` and `late` speak only while something required is still to come from the recipient. */
export type DueUrgency = "late" | "soon" | "plain";

export interface Due {
  /** YYYY-MM-DD; a day, not an instant. */
  on: string;
  urgency: DueUrgency;
  /** Whole days past the due day; 0 unless late. */
  daysLate: number;
}

export interface DueOf {
  status: RequestState;
  dueOn: string | null;
  counts: RequestCounts;
}

const soonDays = 7;

/** @param today the reader's own day as YYYY-MM-DD. */
export function toDue({ status, dueOn, counts }: DueOf, today: string): Due | null {
  if (dueOn === null) return null;
  const days = daysBetween(today, dueOn);
  const waitsForThem = status === "open" && requiredLeft(counts) > 0;
  if (!waitsForThem || days > soonDays) return { on: dueOn, urgency: "plain", daysLate: 0 };
  return days < 0
    ? { on: dueOn, urgency: "late", daysLate: -days }
    : { on: dueOn, urgency: "soon", daysLate: 0 };
}

export function lateWords(daysLate: number): string {
  return `${countWords(daysLate, "day")} late`;
}
