import type { User, VerifyOtpParams } from "@supabase/supabase-js";
import { toAppError } from "../../lib/errors.ts";
import { announceOwnAct, takeOwnAct } from "../../lib/own-act.ts";
import { platformClient } from "../../lib/platform.ts";

/**
 * Trades what a mail brought, its code or the token of its link, for a session. A reset that begins so is told to the
 * session store as this tab's own: only this tab is led to the new password.
 *
 * @returns who is signed in now; nobody while another address still has to be confirmed.
 * @throws AppError
 */
export async function verifyMailed(proof: VerifyOtpParams): Promise<{ user: User | null }> {
  if (proof.type === "recovery") announceOwnAct("PASSWORD_RECOVERY");
  try {
    const { data, error } = await platformClient().auth.verifyOtp(proof);
    if (error) throw error;
    return data;
  } catch (error) {
    // Nothing happened, so the next such event is not of this tab's making.
    takeOwnAct("PASSWORD_RECOVERY");
    throw toAppError(error);
  }
}
