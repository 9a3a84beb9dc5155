import {
  formatRun,
  isScenario,
  parseRun,
  type Run,
  runCookie,
  type RunReport,
  runReportPath,
} from "../run.ts";
import type { Scenario } from "../scenarios/scenario.ts";
import { scenarios } from "../scenarios/scenarios.ts";
import { createDeck, reportOf } from "../tape/deck.ts";
import { deckPlays, type Play } from "../tape/play.ts";
import type { Tape } from "../tape/tape.ts";
import { keep, readKept } from "./kept-run.ts";
import { mailedLink } from "./mailed-link.ts";
import { forgetEverything, giveSession, readCookie, writeCookie } from "./page-storage.ts";
import { findTape, readBlob } from "./tapes.ts";

/** What the page plays, for as long as it stands. */
export interface PageRun {
  /** Undefined where nothing is chosen; every request is a miss then. */
  readonly run: Run | undefined;
  readonly tape: Tape;
  readonly scenario: Scenario | undefined;
  readonly play: Play;
  /** Milliseconds since 1970 at which the clock stands; undefined where nothing is chosen. */
  now: () => number | undefined;
  /** Moves the clock on, for this tab. Milliseconds. */
  passTime: (by: number) => void;
  /** Takes note of where a mail that is asked for would lead back to. */
  see: (url: URL) => void;
  /** The link in the mail that was asked for last; undefined where the rest of the tape goes on without one. */
  mailedLink: (sidecar: RunReport) => string | undefined;
  /** Takes note of a request that no tape answers. */
  miss: (request: string, why: string) => void;
  /** This page's part of the run, the pages before it in this tab included. */
  report: () => RunReport;
  /** The part of the sidecar; undefined where it does not know the run. */
  sidecarReport: () => Promise<RunReport | undefined>;
  /** Tells of every answer and every miss. Returns what ends it. */
  onChange: (listener: () => void) => () => void;
}

const nothing: Tape = {
  name: "nothing",
  says: "No tape is chosen.",
  at: new Date().toISOString(),
  opens: "/",
  takes: [],
};

/** @throws Error naming the tape or scenario that there is none of. */
export async function beginRun(asked: { tape: string; scenario: string | null }): Promise<PageRun> {
  const tape = await findTape(asked.tape);
  if (!tape) throw new Error(`There is no tape called "${asked.tape}".`);
  if (asked.scenario !== null && !isScenario(asked.scenario)) {
    throw new Error(`There is no scenario called "${asked.scenario}".`);
  }
  forgetEverything();
  const run = { id: crypto.randomUUID().slice(0, 8), tape: tape.name, scenario: asked.scenario ?? undefined };
  writeCookie(runCookie, formatRun(run));
  if (tape.session) giveSession(tape.session);
  return playRun(run, tape);
}

/** The run that an earlier page of this browser began; one of nothing where there is none. */
export async function resumeRun(): Promise<PageRun> {
  const run = parseRun(readCookie(runCookie) ?? "");
  const tape = run && (await findTape(run.tape));
  return tape ? playRun(run, tape) : playRun(undefined, nothing);
}

function playRun(run: Run | undefined, tape: Tape): PageRun {
  const id = run?.id ?? "";
  const kept = readKept(id);
  const deck = createDeck(tape, { askers: ["page"], progress: kept.progress });
  const misses = [...kept.misses];
  const listeners = new Set<() => void>();
  const scenario: Scenario | undefined = run?.scenario && scenarios[run.scenario];
  const plays = deckPlays(deck, readBlob);
  const over = scenario ? scenario.over(plays, tape) : plays;

  const report = (): RunReport => {
    const { misses: own, ...rest } = reportOf(deck);
    return { ...rest, misses: [...misses, ...own] };
  };
  let reported = report();
  const changed = (): void => {
    reported = report();
    keep({ ...kept, progress: deck.progress(), misses: reported.misses });
    for (const listener of listeners) listener();
  };

  return {
    run,
    tape,
    scenario,
    play: async (request) => {
      try {
        return await over(request);
      } finally {
        changed();
      }
    },
    now: () => (run ? Date.parse(tape.at) + kept.passed : undefined),
    passTime: (by) => {
      kept.passed += by;
      changed();
    },
    miss: (request, why) => {
      misses.push({ request, why });
      changed();
    },
    report: () => reported,
    sidecarReport: async () => {
      if (!run) return undefined;
      const answer = await fetch(runReportPath, { cache: "no-store" });
      return answer.ok ? ((await answer.json()) as RunReport) : undefined;
    },
    see: ({ searchParams }) => {
      const wayBack = searchParams.get("redirect_to");
      if (wayBack === null) return;
      kept.wayBack = wayBack;
      changed();
    },
    mailedLink: ({ unused }) => mailedLink({ page: reported.unused, sidecar: unused, wayBack: kept.wayBack }),
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
