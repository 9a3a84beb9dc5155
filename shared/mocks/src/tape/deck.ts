import { differences, distance } from "./difference.ts";
import type { RunReport } from "../run.ts";
import { isLasting, isReading } from "./reading.ts";
import type { Asker, Take, Tape, TapedAnswer, TapedRequest } from "./tape.ts";
import { requestKey } from "./taped-request.ts";

/** A request that the tape has no answer to, or none any more. */
export interface Miss {
  request: TapedRequest;
  /** Why, for a person: the nearest request on the tape, and what is different about it. */
  why: string;
}

/** How far a tape has been played, as indexes of its takes: what another page needs to go on with it. */
export interface Progress {
  played: readonly number[];
  /** Of each request that was asked, the take that it got last. */
  latest: readonly number[];
}

/** A tape that is being played: it knows how far each request is. */
export interface Deck {
  play(request: TapedRequest): TapedAnswer | Miss;
  /** Takes of these askers. */
  takes(): readonly Take[];
  /** Takes that nobody has asked for so far. */
  unused(): readonly Take[];
  misses(): readonly Miss[];
  progress(): Progress;
}

export function isMiss(played: TapedAnswer | Miss): played is Miss {
  return "why" in played;
}

interface DeckOptions {
  /** Whose requests are played; those of every asker unless told. */
  askers?: readonly Asker[];
  /** Where another deck of the same tape and the same askers left off. */
  progress?: Progress | undefined;
}

/**
 * A writing gets its answers in the order of the tape. A reading gets what was read between the same two writings as
 * now, so that a page which asks once more or once less than it did then sees the same.
 */
export function createDeck(tape: Tape, { askers, progress }: DeckOptions = {}): Deck {
  const takes = tape.takes.filter(({ request }) => askers?.includes(request.from) ?? true);
  const positions = Map.groupBy(takes.keys(), (position) => keyAt(position));
  const writings = [...takes.keys()].filter((position) => !isReading(takeAt(position).request));
  const played = new Set(progress?.played);
  const latest = new Map(progress?.latest.map((position) => [keyAt(position), position]));
  const misses: Miss[] = [];

  function takeAt(position: number): Take {
    const take = takes[position];
    if (!take) throw new RangeError(`The tape has no take ${position}.`);
    return take;
  }

  function keyAt(position: number): string {
    return requestKey(takeAt(position).request);
  }

  /** Between the last writing that was played with all before it, and the first that was not. */
  function present(): { start: number; end: number } {
    const next = writings.findIndex((position) => !played.has(position));
    if (next === -1) return { start: writings.at(-1) ?? -1, end: takes.length };
    return { start: writings[next - 1] ?? -1, end: writings[next] ?? takes.length };
  }

  function nextReading(list: readonly number[], last: number): number | undefined {
    const { start, end } = present();
    const next = list.find((position) => position > Math.max(last, start) && position < end);
    if (next !== undefined) return next;
    // Nothing new was read since: what was known before, or what was read first.
    const known = list.findLast((position) => position < end) ?? list[0];
    return known === last && last === list.at(-1) ? after(list) : known;
  }

  function nextWriting(list: readonly number[], last: number): number | undefined {
    return list.find((position) => position > last) ?? after(list);
  }

  /** What comes past the last take of a request. */
  function after(list: readonly number[]): number | undefined {
    const end = takeAt(list.at(-1) ?? -1);
    const ending = end.ending ?? (isLasting(end.request) ? "stick" : "error");
    if (ending === "error") return undefined;
    return ending === "loop" ? list[0] : list.at(-1);
  }

  const miss = (request: TapedRequest, why: string): Miss => {
    const found = { request, why };
    misses.push(found);
    return found;
  };

  return {
    play: (request) => {
      const key = requestKey(request);
      const list = positions.get(key);
      if (!list) return miss(request, nearest(takes, request));
      const last = latest.get(key) ?? -1;
      const position = isReading(request) ? nextReading(list, last) : nextWriting(list, last);
      if (position === undefined) {
        return miss(request, `The tape answers this ${count(list.length)}, and was asked once more.`);
      }
      played.add(position);
      latest.set(key, position);
      return takeAt(position).answer;
    },
    takes: () => takes,
    unused: () => takes.filter((_take, position) => !played.has(position)),
    misses: () => misses,
    progress: () => ({ played: [...played], latest: [...latest.values()] }),
  };
}

function nearest(takes: readonly Take[], request: TapedRequest): string {
  const [first, ...others] = takes;
  if (!first) return "The tape is empty.";
  let found = first;
  for (const take of others) {
    if (distance(request, take.request) < distance(request, found.request)) found = take;
  }
  const lines = differences(request, found.request).map((line) => `  ${line}`);
  return [`Nearest on the tape: ${requestKey(found.request)}`, ...lines].join("\n");
}

function count(times: number): string {
  return times === 1 ? "once" : `${times} times`;
}

/** What a deck has to tell at the end of a run. */
export function reportOf(deck: Deck): RunReport {
  return {
    takes: deck.takes().length,
    unused: deck.unused().map(({ request }) => requestKey(request)),
    misses: deck.misses().map(({ request, why }) => ({ request: requestKey(request), why })),
  };
}
