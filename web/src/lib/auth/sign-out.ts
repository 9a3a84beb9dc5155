import { isOfSession } from "@sheaf/contract/cookies";
import type { SignInReason } from "@sheaf/contract/pages";
import { sidecarPaths } from "@sheaf/contract/sidecar";
import { forgetForms } from "../kept-forms.ts";
import { ownCookieNames, readCookies, writeCookie } from "../cookies.ts";
import { announceOwnAction } from "./own-action.ts";
import { inTime } from "./in-time.ts";
import { platformClient } from "../platform.ts";
import { readSessionCookie } from "./session-cookie.ts";

export interface SignOutOptions {
  /** `local`: this device. `global`: every session of the account. */
  scope?: "local" | "global";
  /** Reason shown on the sign-in page instead of the default. */
  reason?: SignInReason;
}

export interface SignedOut {
  /** True if the service revoked the sessions. This device is signed out either way. */
  atService: boolean;
}

/**
 * Signs out. Clears this device's cookies first, because the client would wait for a token refresh and keep the session
 * if the service fails. Only `global` waits for the service before, because the sign-in page reports the result.
 */
export async function signOut({ scope = "local", reason }: SignOutOptions = {}): Promise<SignedOut> {
  const revoked = scope === "global" ? endAll() : endThis();
  const shownReason =
    scope === "local" ? reason : (await revoked) ? "signed-out-everywhere" : "others-signed-in";
  announceOwnAction("SIGNED_OUT", { reason: shownReason });
  forgetSession();
  await platformClient().auth.signOut({ scope: "local" });
  // Clears cookies that scripts cannot access. The redirect in the response is not followed.
  await fetch(sidecarPaths.signOut, { method: "POST", redirect: "manual" }).catch(() => undefined);
  // Not before: a page saves its unsent input when the user leaves it.
  forgetForms();
  return { atService: await revoked };
}

async function endAll(): Promise<boolean> {
  const { auth } = platformClient();
  // `getSession` refreshes an expired token, which would be refused.
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

function forgetSession(): void {
  const names = ownCookieNames();
  for (const name of readCookies().keys()) if (isOfSession(names, name)) writeCookie(name, "", 0);
}
