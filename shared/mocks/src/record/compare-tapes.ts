import { isRead } from "../tape/request-kind.ts";
import type { Interaction, Tape } from "../tape/tape.ts";
import { requestKey } from "../tape/normalize-request.ts";
import { shapeDifferences, shapeOf } from "./shape.ts";

/** Values that differ between two recordings of the same flow, with their placeholders. */
const placeholders: readonly [pattern: RegExp, placeholder: string][] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/gi, "<id>"],
  [/\btaped-link-\d+-*/g, "<link>"],
  [/\b\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})/g, "<moment>"],
  [/\b\d{4}-\d{2}-\d{2}\b/g, "<day>"],
];

/** A sign-in page may be left before it makes these requests. */
const unpredictableRequests: ReadonlySet<string> = new Set(["/auth/v1/passkeys/authentication/options"]);

/** Request key with placeholders for ids, links and dates. */
function plainKey({ request }: Interaction): string {
  let key = requestKey(request);
  for (const [pattern, placeholder] of placeholders) key = key.replaceAll(pattern, placeholder);
  return key;
}

/**
 * Differences between a tape and a new recording of the same flow, one line each. Order and number of reads depend on
 * timing and are ignored; those of writes are not.
 */
export function compareTapes(taped: Tape, now: Tape): string[] {
  const before = interactionsByKey(taped);
  const after = interactionsByKey(now);
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [one, other] = [before.get(key), after.get(key)];
    if (!one) return [`${key}: not on the tape`];
    if (!other) return [`${key}: only on the tape`];
    return compareInteractions(one, other).map((line) => `${key}: ${line}`);
  });
}

function interactionsByKey({ interactions }: Tape): Map<string, Interaction[]> {
  return Map.groupBy(
    interactions.filter(({ request }) => !unpredictableRequests.has(request.path)),
    plainKey,
  );
}

function compareInteractions(before: readonly Interaction[], after: readonly Interaction[]): string[] {
  const [first] = before;
  const isWriting = first !== undefined && !isRead(first.request);
  if (isWriting && before.length !== after.length)
    return [`made ${after.length} times, not ${before.length}`];
  const [statuses, newStatuses] = [before, after].map(statusesOf);
  if (statuses !== newStatuses) return [`response is ${newStatuses} instead of ${statuses}`];
  const [kinds, newKinds] = [before, after].map(bodyKindsOf);
  if (kinds !== newKinds) return [`response is ${newKinds} instead of ${kinds}`];
  return shapeDifferences(shapeOf(before.map(jsonOf)), shapeOf(after.map(jsonOf)));
}

const listed = (values: readonly (string | number)[]) =>
  [...new Set(values.map(String))].toSorted().join(", ");

function statusesOf(interactions: readonly Interaction[]): string {
  return listed(interactions.map(({ response }) => response.status));
}

function bodyKindsOf(interactions: readonly Interaction[]): string {
  return listed(interactions.map(({ response }) => Object.keys(response.body ?? { nothing: true })[0] ?? ""));
}

/** Null without JSON. */
function jsonOf({ response }: Interaction): unknown {
  return response.body && "json" in response.body ? response.body.json : null;
}
