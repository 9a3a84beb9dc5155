import type { PlatformHandler } from "../platform-handler.ts";
import { createTapePlayer, type TapePlayer } from "../tape/tape-player.ts";
import { respondFromTape, platformResponds, type ReadBlob } from "../tape/respond.ts";
import type { RequestSource, Tape } from "../tape/tape.ts";
import { type ScenarioName, scenarios } from "./scenarios.ts";

interface TapeHandlerOptions {
  /** Default: none. */
  scenario?: ScenarioName | undefined;
  readBlob?: ReadBlob;
  from?: RequestSource;
  /** Pass a player to read its misses afterwards. Default: a new one. */
  player?: TapePlayer;
}

/** Answers requests to the platform from a tape. Default source: the page. */
export function tapeHandler(
  tape: Tape,
  {
    scenario,
    readBlob = noBlob,
    from = "page",
    player = createTapePlayer(tape, { sources: [from] }),
  }: TapeHandlerOptions = {},
): PlatformHandler {
  const respond = respondFromTape(player, readBlob);
  return platformResponds(scenario ? scenarios[scenario].wrap(respond, tape) : respond, { from });
}

function noBlob(sha256: string): Promise<never> {
  return Promise.reject(new Error(`No readBlob was given for the file ${sha256}.`));
}
