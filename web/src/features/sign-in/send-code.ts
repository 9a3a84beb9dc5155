import { flowMarkerMaxAge } from "@sheaf/contract/cookies";
import { sidecarPaths } from "@sheaf/contract/sidecar";
import { ownCookieNames, readCookies, writeCookie } from "../../lib/cookies.ts";
import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import { newFlowId } from "./flow-marker.ts";

interface SendCode {
  email: string;
  /** Where the link in the mail leads in the end; a path of our own. */
  next: string;
}

/**
 * Mails a code and a link, the same way to an address that has an account and to one that has none.
 *
 * @throws AppError
 */
export async function sendCode({ email, next }: SendCode): Promise<void> {
  try {
    const before = readCookies();
    const callback = new URL(sidecarPaths.callback, location.origin);
    callback.searchParams.set("next", next);
    const { error } = await platformClient().auth.signInWithOtp({
      email,
      options: { emailRedirectTo: callback.href, shouldCreateUser: true },
    });
    if (error) throw error;
    markFlow(before);
  } catch (error) {
    throw toAppError(error);
  }
}

/** Tells the sidecar that this flow is young enough for its link to be exchanged here. */
function markFlow(before: ReadonlyMap<string, string>): void {
  const names = ownCookieNames();
  const id = newFlowId(names, before.keys(), readCookies().keys());
  if (id) writeCookie(names.flow + id, "1", flowMarkerMaxAge);
}
