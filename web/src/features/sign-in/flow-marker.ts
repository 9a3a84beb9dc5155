import { type CookieNames, flowIdOf } from "@sheaf/contract/cookies";

/** The id of the flow whose verifier appeared between two readings of the cookies' names. */
export function newFlowId(
  names: CookieNames,
  before: Iterable<string>,
  after: Iterable<string>,
): string | undefined {
  const known = new Set(before);
  return [...after]
    .filter((name) => !known.has(name))
    .map((name) => flowIdOf(names, name))
    .find(Boolean);
}
