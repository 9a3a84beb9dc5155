import { type CookieNames, flowVerifierCookie } from "@sheaf/contract/cookies";
import type { CookieWrite } from "./write-cookies.ts";

/**
 * Removals of what a completed flow leaves: its marker, which would claim that the verifier is still valid, and
 * every other copy of the verifier. The library stores one copy per flow and one without a flow, and deletes the
 * second only with a new session; a leftover would be sent for 400 days.
 */
export function removeSpentFlow(options: {
  names: CookieNames;
  cookies: ReadonlyMap<string, string>;
  flowId: string | undefined;
  writes: readonly CookieWrite[];
}): CookieWrite[] {
  const { names, cookies, flowId, writes } = options;
  const written = new Set(writes.map((write) => write.name));
  const marker = flowId === undefined ? undefined : names.flow + flowId;
  const latest = `${names.session}-code-verifier`;
  const used = cookies.get(flowId === undefined ? latest : flowVerifierCookie(names, flowId));
  return [...cookies]
    .filter(([name]) => !written.has(name))
    .filter(
      ([name, value]) =>
        name === marker || (value === used && name.startsWith(`${names.session}-`) && value !== ""),
    )
    .map(([name]) => ({ name, value: "", maxAge: 0 }));
}
