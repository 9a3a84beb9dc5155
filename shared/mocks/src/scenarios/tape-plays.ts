import type { Fault } from "../fault.ts";
import { createDeck, type Deck } from "../tape/deck.ts";
import { deckPlays, platformPlays, type ReadBlob } from "../tape/play.ts";
import type { Asker, Tape } from "../tape/tape.ts";
import { type ScenarioName, scenarios } from "./scenarios.ts";

interface TapePlaysOptions {
  /** Laid over the tape; none unless told. */
  scenario?: ScenarioName | undefined;
  readBlob?: ReadBlob;
  from?: Asker;
  /** For whoever wants to know afterwards what was missed; made anew unless given. */
  deck?: Deck;
}

/** The platform answers whatever `from` asks, the page unless told, as it does on the tape. */
export function tapePlays(
  tape: Tape,
  {
    scenario,
    readBlob = noBlob,
    from = "page",
    deck = createDeck(tape, { askers: [from] }),
  }: TapePlaysOptions = {},
): Fault {
  const play = deckPlays(deck, readBlob);
  return platformPlays(scenario ? scenarios[scenario].over(play, tape) : play, { from });
}

function noBlob(sha256: string): Promise<never> {
  return Promise.reject(new Error(`Nobody said where the bytes ${sha256} lie.`));
}
