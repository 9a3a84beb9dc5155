import { sidecarPaths } from "@sheaf/contract/sidecar";
import { platformClient } from "../../lib/platform.ts";
import { announceOwnAct } from "../../lib/own-act.ts";

/**
 * Signs this device out. Its session goes first and at once, so it works without the network; telling the service
 * and having the sidecar clear what a page cannot reach are attempts.
 */
export async function signOut(): Promise<void> {
  announceOwnAct("SIGNED_OUT");
  await platformClient().auth.signOut({ scope: "local" });
  // The answer sends on to a page; we are on one already.
  await fetch(sidecarPaths.signOut, { method: "POST", redirect: "manual" }).catch(() => undefined);
}
