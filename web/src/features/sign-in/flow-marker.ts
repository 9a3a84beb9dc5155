import type { CookieNames } from "@sheaf/contract/cookies";

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

function flowIdOf(names: CookieNames, cookie: string): string | undefined {
  const start = `${names.session}-flow-`;
  const end = "-code-verifier";
  if (!cookie.startsWith(start) || !cookie.endsWith(end)) return undefined;
  return cookie.slice(start.length, -end.length);
}
