import { differences, distance } from "./difference.ts";
import type { Take, Tape, TapedAnswer, TapedRequest } from "./tape.ts";
import { requestKey } from "./taped-request.ts";

/** A request that the tape has no answer to, or none any more. */
export interface Miss {
  request: TapedRequest;
  /** Why, for a person: the nearest request on the tape, and what is different about it. */
  why: string;
}

/** A tape that is being played: it knows how far each request is. */
export interface Deck {
  play(request: TapedRequest): TapedAnswer | Miss;
  /** Takes that nobody has asked for so far. */
  unused(): readonly Take[];
  misses(): readonly Miss[];
  /** Plays from the start again. */
  rewind(): void;
}

export function isMiss(played: TapedAnswer | Miss): played is Miss {
  return "why" in played;
}

export function createDeck(tape: Tape): Deck {
  const takes = Map.groupBy(tape.takes, ({ request }) => requestKey(request));
  /** By request, how many times it was asked. */
  const asked = new Map<string, number>();
  const misses: Miss[] = [];

  const miss = (request: TapedRequest, why: string): Miss => {
    const found = { request, why };
    misses.push(found);
    return found;
  };

  return {
    play: (request) => {
      const key = requestKey(request);
      const list = takes.get(key);
      if (!list) return miss(request, nearest(tape, request));
      const times = asked.get(key) ?? 0;
      asked.set(key, times + 1);
      const take = list[takeAt(times, list)];
      return (
        take?.answer ?? miss(request, `The tape answers this ${count(list.length)}, and was asked once more.`)
      );
    },
    unused: () =>
      [...takes].flatMap(([key, list]) => list.filter((_take, index) => index >= (asked.get(key) ?? 0))),
    misses: () => misses,
    rewind: () => {
      asked.clear();
      misses.length = 0;
    },
  };
}

/** Which take answers the request that was asked `times` times before; past the end where none does. */
function takeAt(times: number, list: readonly Take[]): number {
  const last = list.at(-1);
  if (times < list.length || !last) return times;
  const reads = last.request.method === "GET" || last.request.method === "HEAD";
  const ending = last.ending ?? (reads ? "stick" : "error");
  if (ending === "error") return times;
  return ending === "loop" ? times % list.length : list.length - 1;
}

function nearest({ takes }: Tape, request: TapedRequest): string {
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
