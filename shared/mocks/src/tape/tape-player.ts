import { differences, distance } from "./difference.ts";
import { isRepeatable, isRead } from "./request-kind.ts";
import type { RequestSource, Interaction, Tape, RecordedResponse, RecordedRequest } from "./tape.ts";
import { requestKey } from "./normalize-request.ts";

/** A request without a recorded response, or with no more of them. */
export interface Miss {
  request: RecordedRequest;
  /** For testers: the nearest request on the tape and the differences, one per line. */
  reason: string;
}

/** Playback state as indexes of interactions, so that the next page can continue. */
export interface Progress {
  played: readonly number[];
  /** Index of the latest interaction played for each request. */
  latest: readonly number[];
}

/** Plays one tape and tracks the position of each request. */
export interface TapePlayer {
  play(request: RecordedRequest): RecordedResponse | Miss;
  /** Interactions from the chosen sources. */
  interactions(): readonly Interaction[];
  /** Interactions not played so far. */
  unused(): readonly Interaction[];
  misses(): readonly Miss[];
  progress(): Progress;
}

export function isMiss(played: RecordedResponse | Miss): played is Miss {
  return "reason" in played;
}

interface TapePlayerOptions {
  /** Sources whose requests are played. Default: all. */
  sources?: readonly RequestSource[];
  /** Progress of an earlier player with the same tape and sources. */
  progress?: Progress | undefined;
}

/**
 * Writes get their responses in recorded order. Reads get the response recorded between the same two writes, so that a
 * page that reads more or less often than during the recording still sees the same data.
 */
export function createTapePlayer(tape: Tape, { sources, progress }: TapePlayerOptions = {}): TapePlayer {
  const interactions = tape.interactions.filter(({ request }) => sources?.includes(request.from) ?? true);
  const positions = Map.groupBy(interactions.keys(), (position) => keyAt(position));
  const writings = [...interactions.keys()].filter((position) => !isRead(interactionAt(position).request));
  const played = new Set(progress?.played);
  const latest = new Map(progress?.latest.map((position) => [keyAt(position), position]));
  const misses: Miss[] = [];

  function interactionAt(position: number): Interaction {
    const interaction = interactions[position];
    if (!interaction) throw new RangeError(`The tape has no interaction ${position}.`);
    return interaction;
  }

  function keyAt(position: number): string {
    return requestKey(interactionAt(position).request);
  }

  /** The range between the last write of the played sequence and the next one. */
  function present(): { start: number; end: number } {
    const next = writings.findIndex((position) => !played.has(position));
    if (next === -1) return { start: writings.at(-1) ?? -1, end: interactions.length };
    return { start: writings[next - 1] ?? -1, end: writings[next] ?? interactions.length };
  }

  function nextReading(list: readonly number[], last: number): number | undefined {
    const { start, end } = present();
    const next = list.find((position) => position > Math.max(last, start) && position < end);
    if (next !== undefined) return next;
    // Nothing new was read since then: repeat the latest response, or the first.
    const known = list.findLast((position) => position < end) ?? list[0];
    return known === last && last === list.at(-1) ? after(list) : known;
  }

  function nextWriting(list: readonly number[], last: number): number | undefined {
    return list.find((position) => position > last) ?? after(list);
  }

  /** Position after the last interaction of a request. */
  function after(list: readonly number[]): number | undefined {
    const end = interactionAt(list.at(-1) ?? -1);
    const ending = end.ending ?? (isRepeatable(end.request) ? "stick" : "error");
    if (ending === "error") return undefined;
    return ending === "loop" ? list[0] : list.at(-1);
  }

  const miss = (request: RecordedRequest, reason: string): Miss => {
    const found = { request, reason };
    misses.push(found);
    return found;
  };

  return {
    play: (request) => {
      const key = requestKey(request);
      const list = positions.get(key);
      if (!list) return miss(request, nearest(interactions, request));
      const last = latest.get(key) ?? -1;
      const position = isRead(request) ? nextReading(list, last) : nextWriting(list, last);
      if (position === undefined) {
        return miss(request, `The tape has ${count(list.length)} for this request, and all were used.`);
      }
      played.add(position);
      latest.set(key, position);
      return interactionAt(position).response;
    },
    interactions: () => interactions,
    unused: () => interactions.filter((_take, position) => !played.has(position)),
    misses: () => misses,
    progress: () => ({ played: [...played], latest: [...latest.values()] }),
  };
}

function nearest(interactions: readonly Interaction[], request: RecordedRequest): string {
  const [first, ...others] = interactions;
  if (!first) return "The tape is empty.";
  let found = first;
  for (const interaction of others) {
    if (distance(request, interaction.request) < distance(request, found.request)) found = interaction;
  }
  const lines = differences(request, found.request).map((line) => `  ${line}`);
  return [`Nearest on the tape: ${requestKey(found.request)}`, ...lines].join("\n");
}

function count(times: number): string {
  return times === 1 ? "one response" : `${times} responses`;
}
