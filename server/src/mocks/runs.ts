import { parseRun, type Run } from "@sheaf/mocks/run";
import type { Log } from "../log.ts";

/** How many runs are remembered: a tester has a few open, a suite of tests one for each of its browsers. */
const remembered = 100;

/** Runs by the cookie that names them. */
export interface Runs<Played> {
  /** @returns undefined for no cookie, for one that names no run, and for a tape that cannot be read. */
  of(cookie: string | undefined): Promise<Played | undefined>;
}

/** @param begin makes a run when its first request comes. */
export function createRuns<Played>(begin: (run: Run) => Promise<Played>, { log }: { log: Log }) {
  const begun = new Map<string, { cookie: string; played: Promise<Played | undefined> }>();

  async function beginOrForget(run: Run, cookie: string): Promise<Played | undefined> {
    try {
      return await begin(run);
    } catch (error) {
      log.error({ tape: run.tape, why: String(error) }, "This tape cannot be played");
      // It may be recorded a moment later, under the same name.
      if (begun.get(run.id)?.cookie === cookie) begun.delete(run.id);
      return undefined;
    }
  }

  return {
    of: async (cookie = "") => {
      const run = parseRun(cookie);
      if (!run) return undefined;
      const known = begun.get(run.id);
      // Another tape or scenario under the same id is another run.
      const played = known?.cookie === cookie ? known.played : beginOrForget(run, cookie);
      // Put at the end again, so that the first is always the one that was not asked for the longest.
      begun.delete(run.id);
      begun.set(run.id, { cookie, played });
      const [oldest] = begun.keys();
      if (begun.size > remembered && oldest !== undefined) begun.delete(oldest);
      return await played;
    },
  } satisfies Runs<Played>;
}
