import { formatRun, isScenario, parseRun, type Run, runCookie, runReportPath } from "../run.ts";
import type { Scenario } from "../scenarios/scenario.ts";
import { scenarios } from "../scenarios/scenarios.ts";
import { createTapePlayer } from "../tape/tape-player.ts";
import { respondFromTape, type Respond } from "../tape/respond.ts";
import { type RunReport, runReport } from "../tape/run-report.ts";
import type { Tape } from "../tape/tape.ts";
import { saveRun, loadRun } from "./saved-run.ts";
import { emailedLink } from "./emailed-link.ts";
import { clearBrowserState, storeSession, readCookie, writeCookie } from "./page-storage.ts";
import { listTapes, loadTape, readBlob } from "./tapes.ts";

/** The page's side of a run. */
export interface PageRun {
  /** Undefined if no tape is chosen; every request is a miss then. */
  readonly run: Run | undefined;
  readonly tape: Tape;
  readonly scenario: Scenario | undefined;
  readonly respond: Respond;
  /** Current time of the run in milliseconds since 1970; undefined if no tape is chosen. */
  now: () => number | undefined;
  /** Advances the clock of this tab by milliseconds. */
  advanceClock: (by: number) => void;
  /** Notes the redirect URL of a requested email. */
  noteRedirect: (url: URL) => void;
  /** The link in the latest email; undefined if the rest of the tape needs no link. */
  emailedLink: (sidecar: RunReport) => string | undefined;
  /** Records a request that was blocked. */
  miss: (request: string, reason: string) => void;
  /** The page's part of the report, including earlier pages in this tab. */
  report: () => RunReport;
  /** The sidecar's part of the report; undefined if it doesn't know the run. */
  sidecarReport: () => Promise<RunReport | undefined>;
  /** Calls the listener after every response and miss. Returns a function that unsubscribes. */
  onChange: (listener: () => void) => () => void;
}

const nothing: Tape = {
  name: "nothing",
  description: "No tape is chosen.",
  recordedAt: new Date().toISOString(),
  startPath: "/",
  interactions: [],
};

/** @throws Error naming the unknown tape or scenario. */
export async function beginRun(selection: { tape: string; scenario: string | null }): Promise<PageRun> {
  const tape = await loadTape(selection.tape);
  if (!tape) throw new Error(await whyMissing(selection.tape));
  if (selection.scenario !== null && !isScenario(selection.scenario)) {
    throw new Error(`There is no scenario called "${selection.scenario}".`);
  }
  clearBrowserState();
  const run = {
    id: crypto.randomUUID().slice(0, 8),
    tape: tape.name,
    scenario: selection.scenario ?? undefined,
  };
  writeCookie(runCookie, formatRun(run));
  if (tape.session) storeSession(tape.session);
  return playRun(run, tape);
}

async function whyMissing(name: string): Promise<string> {
  const isKnown = (await listTapes()).some((tape) => tape.name === name);
  return isKnown
    ? `The tape "${name}" isn't recorded on this machine. Run: npx -y pnpm@12 tapes:record ${name}`
    : `There is no tape called "${name}".`;
}

/** Continues the run of an earlier page in this browser. Without one, every request is a miss. */
export async function resumeRun(): Promise<PageRun> {
  const run = parseRun(readCookie(runCookie) ?? "");
  const tape = run && (await loadTape(run.tape));
  return tape ? playRun(run, tape) : playRun(undefined, nothing);
}

function playRun(run: Run | undefined, tape: Tape): PageRun {
  const id = run?.id ?? "";
  const saved = loadRun(id);
  const player = createTapePlayer(tape, { sources: ["page"], progress: saved.progress });
  const misses = [...saved.misses];
  const listeners = new Set<() => void>();
  const scenario: Scenario | undefined = run?.scenario && scenarios[run.scenario];
  const fromTape = respondFromTape(player, readBlob);
  const wrapped = scenario ? scenario.wrap(fromTape, tape) : fromTape;

  const report = (): RunReport => {
    const { misses: own, ...rest } = runReport(player);
    return { ...rest, misses: [...misses, ...own] };
  };
  let reported = report();
  const changed = (): void => {
    reported = report();
    saveRun({ ...saved, progress: player.progress(), misses: reported.misses });
    for (const listener of listeners) listener();
  };

  return {
    run,
    tape,
    scenario,
    respond: async (request) => {
      try {
        return await wrapped(request);
      } finally {
        changed();
      }
    },
    now: () => (run ? Date.parse(tape.recordedAt) + saved.passed : undefined),
    advanceClock: (by) => {
      saved.passed += by;
      changed();
    },
    miss: (request, reason) => {
      misses.push({ request, reason });
      changed();
    },
    report: () => reported,
    sidecarReport: async () => {
      if (!run) return undefined;
      const response = await fetch(runReportPath, { cache: "no-store" });
      return response.ok ? ((await response.json()) as RunReport) : undefined;
    },
    noteRedirect: ({ searchParams }) => {
      const redirectTo = searchParams.get("redirect_to");
      if (redirectTo === null) return;
      saved.redirectTo = redirectTo;
      changed();
    },
    emailedLink: ({ unused }) =>
      emailedLink({ page: reported.unused, sidecar: unused, redirectTo: saved.redirectTo }),
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
