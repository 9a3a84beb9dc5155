import type { Run, RunReport } from "@sheaf/mocks/run";
import type { Scenario } from "@sheaf/mocks/scenarios/scenario";
import { scenarios } from "@sheaf/mocks/scenarios/scenarios";
import { createDeck, reportOf } from "@sheaf/mocks/tape/deck";
import { deckPlays, type Play, type ReadBlob } from "@sheaf/mocks/tape/play";
import { requestKey } from "@sheaf/mocks/tape/taped-request";
import type { Tape, TapedRequest } from "@sheaf/mocks/tape/tape";

/** The sidecar's side of a run. */
export interface PlayedRun {
  /** Where its clock stands, in milliseconds since 1970. */
  at: number;
  play: Play;
  /** Notes a request that was not answered as the tape has it. */
  miss(request: TapedRequest, why: string): void;
  report(): RunReport;
}

export function beginRun(tape: Tape, run: Run, readBlob: ReadBlob): PlayedRun {
  const deck = createDeck(tape, { askers: ["sidecar", "navigation"] });
  const plays = deckPlays(deck, readBlob);
  const more: RunReport["misses"][number][] = [];
  const missOf = (request: TapedRequest) => deck.misses().findLast((miss) => miss.request === request);

  /** Whoever follows a link can be told what is the matter; a script only ever sees that nothing comes. */
  const told: Play = async (request) => {
    const played = await plays(request);
    if (played.type !== "error" || request.from !== "navigation") return played;
    return notPlayed(`The tape "${tape.name}" does not have this.\n${missOf(request)?.why ?? ""}`);
  };
  const scenario: Scenario | undefined = run.scenario && scenarios[run.scenario];

  return {
    at: Date.parse(tape.at),
    play: scenario ? scenario.over(told, tape) : told,
    miss: (request, why) => more.push({ request: requestKey(request), why }),
    report: () => {
      const report = reportOf(deck);
      return { ...report, misses: [...report.misses, ...more] };
    },
  };
}

/** The answer to a browser that follows what no tape has. */
export function notPlayed(why: string): Response {
  return new Response(`${why}\n`, { status: 404, headers: { "content-type": "text/plain; charset=utf-8" } });
}
