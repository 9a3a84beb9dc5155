import { runCookie } from "../run.ts";
import type { RunReport } from "../tape/run-report.ts";
import type { Progress } from "../tape/tape-player.ts";

/** State that a page saves for the next page in its tab. */
export interface SavedRun {
  /** Id of the run; state of another run is ignored. */
  run: string;
  progress?: Progress;
  misses: RunReport["misses"];
  /** Milliseconds that the tester advanced the clock. */
  passed: number;
  /** Redirect URL of the email that was requested last. */
  redirectTo?: string;
}

export function loadRun(run: string): SavedRun {
  const none: SavedRun = { run, misses: [], passed: 0 };
  const saved = JSON.parse(sessionStorage.getItem(runCookie) ?? "null") as SavedRun | null;
  return saved?.run === run ? saved : none;
}

export function saveRun(now: SavedRun): void {
  sessionStorage.setItem(runCookie, JSON.stringify(now));
}
