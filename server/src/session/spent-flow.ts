import { type CookieNames, flowVerifierCookie } from "@sheaf/contract/cookies";
import type { CookieWrite } from "./cookie-jar.ts";

/**
 * Removals for what a finished flow leaves behind: its marker, which would say that the verifier is still good, and
 * every other copy of the verifier. The library keeps one by its flow and one more by no flow, and takes away the
 * second only together with a new session; a copy that stayed would be sent along for 400 days.
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
