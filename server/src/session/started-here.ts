import { type CookieNames, flowVerifierCookie } from "@sheaf/contract/cookies";

/** True if this browser started the flow: only then does it hold its verifier. */
export function isStartedHere(options: {
  flowId: string | undefined;
  cookies: ReadonlyMap<string, string>;
  names: CookieNames;
}): boolean {
  const { flowId, cookies, names } = options;
  return flowId !== undefined && cookies.has(flowVerifierCookie(names, flowId));
}
