import { requestKey } from "./normalize-request.ts";
import type { TapePlayer } from "./tape-player.ts";

/** Progress of a run on one of its two sides: the page or the sidecar. */
export interface RunReport {
  /** Number of interactions on this side of the tape. */
  interactions: number;
  /** Request keys of interactions not played so far. */
  unused: readonly string[];
  misses: readonly { request: string; reason: string }[];
}

/** Summarizes playback for the panel and for scripts. */
export function runReport(player: TapePlayer): RunReport {
  return {
    interactions: player.interactions().length,
    unused: player.unused().map(({ request }) => requestKey(request)),
    misses: player.misses().map(({ request, reason }) => ({ request: requestKey(request), reason })),
  };
}

/** Merges the reports of page and sidecar. The sidecar's is undefined if it doesn't know the run. */
export function mergeReports(page: RunReport, sidecar: RunReport | undefined): RunReport {
  if (!sidecar) return page;
  return {
    interactions: page.interactions + sidecar.interactions,
    unused: [...page.unused, ...sidecar.unused],
    misses: [...page.misses, ...sidecar.misses],
  };
}
