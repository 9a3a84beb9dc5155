import { sidecarPaths } from "@sheaf/contract/sidecar";
import { readBlob, readTape } from "@sheaf/mocks/library";
import type { MockServer } from "@sheaf/mocks/node";
import { type ScenarioName, scenarios } from "@sheaf/mocks/scenarios/scenarios";
import { tapePlays } from "@sheaf/mocks/scenarios/tape-plays";
import { createDeck, reportOf } from "@sheaf/mocks/tape/deck";
import { http, HttpResponse } from "msw/http";
import { expect, onTestFinished, vi } from "vitest";
import { queryClient } from "../app/query-client.ts";
import { giveSession } from "./sessions.ts";

/** A session is renewed once a minute at most, and refused tokens are remembered: every tape is another hour. */
const hour = 3_600_000;
let played = 0;

interface Playing {
  /** The address that the tape begins at. */
  path: string;
  /** From here on this is wrong; without a name nothing is, and the tape goes on where it is. */
  put: (scenario?: ScenarioName) => void;
}

/**
 * A tape in place of the platform, under a scenario or without: with its time, its session and its answers. What the
 * page asks and the tape does not answer fails the test.
 */
export async function playTape(
  platform: Pick<MockServer, "use">,
  name: string,
  scenario?: ScenarioName,
): Promise<Playing> {
  const tape = await readTape(name);
  setTime(Date.parse(tape.at), scenario && scenarios[scenario].page?.clockAheadMs);
  if (tape.session) giveSession({ ...tape.session, refresh_token: `taped-${played}` });
  tryAgainAtOnce();
  const deck = createDeck(tape, { askers: ["page"] });
  const isOnline = vi.spyOn(navigator, "onLine", "get");
  const put = (scenario?: ScenarioName) => {
    isOnline.mockReturnValue(!(scenario && scenarios[scenario].page?.offline));
    platform.use(tapePlays(tape, { scenario, deck, readBlob }));
  };
  put(scenario);
  platform.use(sidecarTellsTime(tape.at));
  onTestFinished(() => expect(reportOf(deck).misses).toEqual([]));
  return { path: tape.opens, put };
}

/** The pauses between two tries are as long as people wait; how often it is tried stays the page's own choice. */
function tryAgainAtOnce(): void {
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

/** The sidecar is no part of the platform, and its clock is right. */
function sidecarTellsTime(at: string): Parameters<MockServer["use"]>[number] {
  return () =>
    http.head(
      `*${sidecarPaths.health}`,
      () => new HttpResponse(null, { headers: { date: new Date(at).toUTCString() } }),
    );
}
