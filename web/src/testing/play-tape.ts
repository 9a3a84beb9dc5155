import { sidecarPaths } from "@sheaf/contract/sidecar";
import { committedTapes } from "@sheaf/mocks/library";
import type { MockServer } from "@sheaf/mocks/node";
import { type ScenarioName, scenarios } from "@sheaf/mocks/scenarios/scenarios";
import { tapeHandler } from "@sheaf/mocks/scenarios/tape-handler";
import { runReport } from "@sheaf/mocks/tape/run-report";
import { createTapePlayer } from "@sheaf/mocks/tape/tape-player";
import { http, HttpResponse } from "msw/http";
import { expect, onTestFinished, vi } from "vitest";
import { queryClient } from "../app/query-client.ts";
import { giveSession } from "./sessions.ts";

const { readBlob, readTape } = committedTapes;

/** Offset between tapes. Sessions are refreshed at most once a minute and refused tokens are cached, so times must differ. */
const hour = 3_600_000;
let played = 0;

interface Playing {
  /** Path at which the tape starts. */
  path: string;
  /** Applies a scenario from now on, or none if undefined. The tape continues from its current position. */
  put: (scenario?: ScenarioName) => void;
}

/**
 * Plays a tape instead of the platform, with its time, session and responses, optionally under a scenario. A request that
 * the tape has no response for fails the test.
 */
export async function playTape(
  platform: Pick<MockServer, "use">,
  name: string,
  scenario?: ScenarioName,
): Promise<Playing> {
  const tape = await readTape(name);
  setTime(Date.parse(tape.recordedAt), scenario && scenarios[scenario].page?.clockAheadMs);
  if (tape.session) giveSession({ ...tape.session, refresh_token: `taped-${played}` });
  shortenRetryDelays();
  const player = createTapePlayer(tape, { sources: ["page"] });
  const isOnline = vi.spyOn(navigator, "onLine", "get");
  const put = (scenario?: ScenarioName) => {
    isOnline.mockReturnValue(!(scenario && scenarios[scenario].page?.offline));
    platform.use(tapeHandler(tape, { scenario, player, readBlob }));
  };
  put(scenario);
  platform.use(sidecarTime(tape.recordedAt));
  onTestFinished(() => expect(runReport(player).misses).toEqual([]));
  return { path: tape.startPath, put };
}

/** The page's own delays would slow the tests down. The number of retries stays unchanged. */
function shortenRetryDelays(): void {
  const { queries, ...others } = queryClient.getDefaultOptions();
  queryClient.setDefaultOptions({ ...others, queries: { ...queries, retryDelay: 1 } });
}

function setTime(at: number, ahead = 0): void {
  vi.useFakeTimers({ toFake: ["Date"], now: at + ahead });
  onTestFinished(() => void vi.useRealTimers());
  played += 1;
  const now = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => now() + played * hour);
}

/** The sidecar isn't on the tape. It reports the correct time. */
function sidecarTime(at: string): Parameters<MockServer["use"]>[number] {
  return () =>
    http.head(
      `*${sidecarPaths.health}`,
      () => new HttpResponse(null, { headers: { date: new Date(at).toUTCString() } }),
    );
}
