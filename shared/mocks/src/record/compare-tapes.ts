import { isReading } from "../tape/reading.ts";
import type { Take, Tape } from "../tape/tape.ts";
import { requestKey } from "../tape/taped-request.ts";
import { shapeDifferences, shapeOf } from "./shape.ts";

/** What is different each time that the same is recorded, with what stands for it in a comparison. */
const placeholders: readonly [pattern: RegExp, placeholder: string][] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/gi, "<id>"],
  [/\btaped-link-\d+-*/g, "<link>"],
  [/\b\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})/g, "<moment>"],
  [/\b\d{4}-\d{2}-\d{2}\b/g, "<day>"],
];

/** Whether a sign-in page gets to ask for this before somebody leaves it is chance. */
const askedByChance: ReadonlySet<string> = new Set(["/auth/v1/passkeys/authentication/options"]);

/** A request by what it asks for, whichever row, link or day it is about. */
function plainKey({ request }: Take): string {
  let key = requestKey(request);
  for (const [pattern, placeholder] of placeholders) key = key.replaceAll(pattern, placeholder);
  return key;
}

/**
 * What has changed since a tape was made, in lines; empty where recording the same once more asks the same and is
 * answered alike. In which order and how often something is read is an accident of the moment; what is written is not.
 */
export function compareTapes(taped: Tape, now: Tape): string[] {
  const before = takesByKey(taped);
  const after = takesByKey(now);
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [one, other] = [before.get(key), after.get(key)];
    if (!one) return [`${key}: is asked now, and is not on the tape`];
    if (!other) return [`${key}: is on the tape, and is not asked any more`];
    return compareTakes(one, other).map((line) => `${key}: ${line}`);
  });
}

function takesByKey({ takes }: Tape): Map<string, Take[]> {
  return Map.groupBy(
    takes.filter(({ request }) => !askedByChance.has(request.path)),
    plainKey,
  );
}

function compareTakes(before: readonly Take[], after: readonly Take[]): string[] {
  const [first] = before;
  const isWriting = first !== undefined && !isReading(first.request);
  if (isWriting && before.length !== after.length)
    return [`made ${after.length} times, not ${before.length}`];
  const [statuses, newStatuses] = [before, after].map(statusesOf);
  if (statuses !== newStatuses) return [`answered with ${newStatuses} instead of ${statuses}`];
  const [kinds, newKinds] = [before, after].map(bodyKindsOf);
  if (kinds !== newKinds) return [`answered with ${newKinds} instead of ${kinds}`];
  return shapeDifferences(shapeOf(before.map(jsonOf)), shapeOf(after.map(jsonOf)));
}

const listed = (words: readonly (string | number)[]) => [...new Set(words.map(String))].toSorted().join(", ");

function statusesOf(takes: readonly Take[]): string {
  return listed(takes.map(({ answer }) => answer.status));
}

function bodyKindsOf(takes: readonly Take[]): string {
  return listed(takes.map(({ answer }) => Object.keys(answer.body ?? { nothing: true })[0] ?? ""));
}

/** Null where there is no JSON, which has no shape to compare. */
function jsonOf({ answer }: Take): unknown {
  return answer.body && "json" in answer.body ? answer.body.json : null;
}
