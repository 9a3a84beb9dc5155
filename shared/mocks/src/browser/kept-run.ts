import { runCookie, type RunReport } from "../run.ts";
import type { Progress } from "../tape/deck.ts";

/** What a page leaves to the next one in its tab. */
export interface KeptRun {
  /** The run's id; what another one left counts for nothing. */
  run: string;
  progress?: Progress;
  misses: RunReport["misses"];
  /** Milliseconds that were let pass. */
  passed: number;
  /** Where the mail leads back to that was asked for last. */
  wayBack?: string;
}

export function readKept(run: string): KeptRun {
  const none: KeptRun = { run, misses: [], passed: 0 };
  const kept = JSON.parse(sessionStorage.getItem(runCookie) ?? "null") as KeptRun | null;
  return kept?.run === run ? kept : none;
}

export function keep(now: KeptRun): void {
  sessionStorage.setItem(runCookie, JSON.stringify(now));
}
