import { type CookieNames, flowVerifierCookie } from "@sheaf/contract/cookies";
import { flowIdPattern } from "./parameters.ts";
import { readItem, removeItem, writeItem } from "./stored-item.ts";
import type { CookieWrite } from "./write-cookies.ts";

/** A sign-in that this browser started and that waits for its code. */
export interface PendingFlow {
  /** "" if this browser holds none. */
  verifier: string;
  recovery: boolean;
  /** Removals of what the browser client stored when it started the flow. */
  removals: CookieWrite[];
}

/**
 * Reads the verifier as the browser client stores it. With a flow's ID only its own verifier counts: another one would
 * use up the code. Without, the latest one is used.
 */
export async function readPendingFlow(options: {
  names: CookieNames;
  cookies: ReadonlyMap<string, string>;
  flowId: string | undefined;
}): Promise<PendingFlow> {
  const { names, cookies, flowId } = options;
  const latest = `${names.session}-code-verifier`;
  const key = flowId === undefined ? latest : flowVerifierCookie(names, flowId);
  const stored = await readItem(cookies, key);
  const [verifier = "", kind] = typeof stored === "string" ? stored.split("/") : [];
  const indexWrites = flowId === undefined ? [] : await removeFromIndex(names, cookies, flowId);
  return {
    verifier,
    recovery: kind === "recovery",
    removals: [...removeItem(cookies, key), ...indexWrites],
  };
}

/** The list of pending flows without this one. */
async function removeFromIndex(
  names: CookieNames,
  cookies: ReadonlyMap<string, string>,
  flowId: string,
): Promise<CookieWrite[]> {
  const key = `${names.session}-flows-code-verifier`;
  const index = await readItem(cookies, key);
  if (!Array.isArray(index) || !index.includes(flowId)) return [];
  const others = index.filter((id) => typeof id === "string" && flowIdPattern.test(id) && id !== flowId);
  const written = others.length > 0 ? writeItem(key, others) : [];
  return [...removeItem(cookies, key, written), ...written];
}
