import type { Run } from "@sheaf/mocks/run";
import type { Scenario } from "@sheaf/mocks/scenarios/scenario";
import { scenarios } from "@sheaf/mocks/scenarios/scenarios";
import { type RunReport, runReport } from "@sheaf/mocks/tape/run-report";
import { createTapePlayer } from "@sheaf/mocks/tape/tape-player";
import { respondFromTape, type Respond, type ReadBlob } from "@sheaf/mocks/tape/respond";
import { requestKey } from "@sheaf/mocks/tape/normalize-request";
import type { Tape, RecordedRequest } from "@sheaf/mocks/tape/tape";

/** The sidecar's side of a run. */
export interface PlayedRun {
  /** Milliseconds since 1970; the clock stands still at this time. */
  at: number;
  respond: Respond;
  /** Records a request that was not answered as on the tape. */
  miss(request: RecordedRequest, reason: string): void;
  report(): RunReport;
}

export function beginRun(tape: Tape, run: Run, readBlob: ReadBlob): PlayedRun {
  const player = createTapePlayer(tape, { sources: ["sidecar", "navigation"] });
  const fromTape = respondFromTape(player, readBlob);
  const otherMisses: RunReport["misses"][number][] = [];
  const missOf = (request: RecordedRequest) => player.misses().findLast((miss) => miss.request === request);

  /** A browser that follows a link can show the reason of a miss; a script only sees a failed request. */
  const withReasons: Respond = async (request) => {
    const played = await fromTape(request);
    if (played.type !== "error" || request.from !== "navigation") return played;
    return notPlayed(`The tape "${tape.name}" does not have this.\n${missOf(request)?.reason ?? ""}`);
  };
  const scenario: Scenario | undefined = run.scenario && scenarios[run.scenario];

  return {
    at: Date.parse(tape.recordedAt),
    respond: scenario ? scenario.wrap(withReasons, tape) : withReasons,
    miss: (request, reason) => otherMisses.push({ request: requestKey(request), reason }),
    report: () => {
      const report = runReport(player);
      return { ...report, misses: [...report.misses, ...otherMisses] };
    },
  };
}

/** Response to a browser that follows a link which is not on the tape. */
export function notPlayed(reason: string): Response {
  return new Response(`${reason}\n`, {
    status: 404,
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
}
