import type { LinkType } from "@sheaf/contract/sidecar";
import type { User, VerifyOtpParams } from "@supabase/supabase-js";
import { announceOwnAction, takeOwnAction } from "../../lib/auth/own-action.ts";
import { AppError, toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import { assertSessionSaved } from "./assert-session-saved.ts";

interface EmailedCode {
  email: string;
  code: string;
  type: "email" | "recovery";
}

interface EmailedToken {
  tokenHash: string;
  type: LinkType;
}

/**
 * Exchanges an emailed code for a session.
 *
 * @throws AppError; `session.not_kept` when the browser refused the cookie.
 */
export async function verifyCode({ email, code, type }: EmailedCode): Promise<void> {
  await verify({ email, token: code, type });
  assertSessionSaved();
}

/**
 * Exchanges the token of an emailed link for a session, from the reader's own network address.
 *
 * @returns the address that is now signed in.
 * @throws AppError; `email_change.half_done` when the other address still has to be confirmed, `session.not_kept`
 * when the browser refused the cookie.
 */
export async function verifyLink({ tokenHash, type }: EmailedToken): Promise<string> {
  const user = await verify({ token_hash: tokenHash, type });
  if (!user) throw new AppError(type === "email_change" ? "email_change.half_done" : "otp_expired");
  assertSessionSaved();
  return user.email ?? "";
}

/** @returns null while another address still has to be confirmed. */
async function verify(proof: VerifyOtpParams): Promise<User | null> {
  // Only the tab that verified a recovery leads to the new password.
  if (proof.type === "recovery") announceOwnAction("PASSWORD_RECOVERY");
  try {
    const { data, error } = await platformClient().auth.verifyOtp(proof);
    if (error) throw error;
    return data.user;
  } catch (error) {
    // Without an event, the next one of this kind would be taken for this tab's.
    takeOwnAction("PASSWORD_RECOVERY");
    throw toAppError(error);
  }
}
