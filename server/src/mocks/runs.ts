import { parseRun, type Run } from "@sheaf/mocks/run";
import type { Log } from "../log.ts";

/** Number of runs kept in memory: a tester has a few, a test suite one per browser. */
const maxRuns = 100;

/** Runs by their cookie. */
export interface Runs<Played> {
  /** @returns undefined without a valid cookie, or if the tape cannot be read. */
  of(cookie: string | undefined): Promise<Played | undefined>;
}

/** @param begin called on the first request of a run. */
export function createRuns<Played>(begin: (run: Run) => Promise<Played>, { log }: { log: Log }) {
  const runs = new Map<string, { cookie: string; played: Promise<Played | undefined> }>();

  async function beginOrForget(run: Run, cookie: string): Promise<Played | undefined> {
    try {
      return await begin(run);
    } catch (error) {
      log.error({ tape: run.tape, reason: String(error) }, "This tape cannot be played");
      // The tape may be recorded later under the same name.
      if (runs.get(run.id)?.cookie === cookie) runs.delete(run.id);
      return undefined;
    }
  }

  return {
    of: async (cookie = "") => {
      const run = parseRun(cookie);
      if (!run) return undefined;
      const known = runs.get(run.id);
      // The same id with another tape or scenario is a new run.
      const played = known?.cookie === cookie ? known.played : beginOrForget(run, cookie);
      // Moved to the end, so that the first is always the least recently used.
      runs.delete(run.id);
      runs.set(run.id, { cookie, played });
      const [oldest] = runs.keys();
      if (runs.size > maxRuns && oldest !== undefined) runs.delete(oldest);
      return await played;
    },
  } satisfies Runs<Played>;
}
