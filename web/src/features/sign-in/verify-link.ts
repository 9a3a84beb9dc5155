import type { LinkType } from "@sheaf/contract/sidecar";
import { AppError, toAppError } from "../../lib/errors.ts";
import { announceOwnAct } from "../../lib/own-act.ts";
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
  if (type === "recovery") announceOwnAct("PASSWORD_RECOVERY");
  const { data, error } = await verify(tokenHash, type);
  if (error) throw toAppError(error);
  if (!data.user) throw new AppError(type === "email_change" ? "email_change.half_done" : "otp_expired");
  assertSessionKept();
  return data.user.email ?? "";
}

async function verify(tokenHash: string, type: LinkType) {
  try {
    return await platformClient().auth.verifyOtp({ token_hash: tokenHash, type });
  } catch (error) {
    throw toAppError(error);
  }
}
