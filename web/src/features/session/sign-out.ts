import { isOfSession } from "@sheaf/contract/cookies";
import type { SignInReason } from "@sheaf/contract/pages";
import { sidecarPaths } from "@sheaf/contract/sidecar";
import { ownCookieNames, readCookies, writeCookie } from "../../lib/cookies.ts";
import { announceOwnAct } from "../../lib/own-act.ts";
import { platformClient } from "../../lib/platform.ts";
import { readSessionCookie } from "./session-cookie.ts";

/** Longest wait for the service before this device goes ahead alone. Milliseconds. */
const patience = 5000;

export interface SignOutOptions {
  /** `local`: this device. `global`: every session of the account. */
  scope?: "local" | "global";
  /** What the sign-in page says afterwards, where it is not the usual. */
  reason?: SignInReason;
}

export interface SignedOut {
  /** Whether the service ended what it was asked to end. This device is signed out in any case. */
  atService: boolean;
}

/**
 * Signs out. This device goes first and by its cookies alone: the client would wait for a token to be renewed, and
 * keep the session when the service fails. Only "everywhere" asks the service before, because the page must say
 * what became of the others.
 */
export async function signOut({ scope = "local", reason }: SignOutOptions = {}): Promise<SignedOut> {
  const told = scope === "global" ? endAll() : endThis();
  const left = scope === "global" && !(await told) ? "others-signed-in" : reason;
  announceOwnAct("SIGNED_OUT", { reason: left });
  forgetSession();
  await platformClient().auth.signOut({ scope: "local" });
  // Clears what a page cannot reach. The answer sends on to a page; we are on one already.
  await fetch(sidecarPaths.signOut, { method: "POST", redirect: "manual" }).catch(() => undefined);
  return { atService: await told };
}

/** Resolves with whether the service did it; not to be reached in time is an answer too. */
async function endAll(): Promise<boolean> {
  const { auth } = platformClient();
  // A token that has run out would be refused, so it is renewed first where that is possible.
  return inTime(auth.getSession().then(({ data }) => end(data.session?.access_token, "global")));
}

async function endThis(): Promise<boolean> {
  return inTime(end(readSessionCookie().accessToken, "local"));
}

async function end(accessToken: string | undefined, scope: "local" | "global"): Promise<boolean> {
  if (accessToken === undefined) return false;
  const { error } = await platformClient().auth.admin.signOut(accessToken, scope);
  return error === null;
}

function inTime(work: Promise<boolean>): Promise<boolean> {
  const late = new Promise<false>((resolve) => setTimeout(resolve, patience, false));
  return Promise.race([work.catch(() => false), late]);
}

function forgetSession(): void {
  const names = ownCookieNames();
  for (const name of readCookies().keys()) if (isOfSession(names, name)) writeCookie(name, "", 0);
}
