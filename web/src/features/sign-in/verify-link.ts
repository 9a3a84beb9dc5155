import type { LinkType } from "@sheaf/contract/sidecar";
import { AppError, toAppError } from "../../lib/errors.ts";
import { announceOwnAct, takeOwnAct } from "../../lib/own-act.ts";
import { platformClient } from "../../lib/platform.ts";
import { assertSessionKept } from "./verify-code.ts";

/**
 * Trades the token of a mailed link for a session, from the reader's own address.
 *
 * @returns the address that is signed in now.
 * @throws AppError; `email_change.half_done` when the other address still has to be confirmed.
 */
export async function verifyLink({
  tokenHash,
  type,
}: {
  tokenHash: string;
  type: LinkType;
}): Promise<string> {
  const { user } = await verify(tokenHash, type);
  if (!user) throw new AppError(type === "email_change" ? "email_change.half_done" : "otp_expired");
  assertSessionKept();
  return user.email ?? "";
}

async function verify(tokenHash: string, type: LinkType) {
  if (type === "recovery") announceOwnAct("PASSWORD_RECOVERY");
  try {
    const { data, error } = await platformClient().auth.verifyOtp({ token_hash: tokenHash, type });
    if (error) throw error;
    return data;
  } catch (error) {
    // Nothing happened, so the next such event is not of this tab's making.
    takeOwnAct("PASSWORD_RECOVERY");
    throw toAppError(error);
  }
}
