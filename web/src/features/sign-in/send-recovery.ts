import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import { startFlow } from "../../lib/start-flow.ts";
import type { SendMail } from "./send-code.ts";

/**
 * Mails a code and a link that let their reader choose a new password. Only an address with an account gets a mail,
 * and only such a one can be asked for too soon: that answer must not be told from any other.
 *
 * @throws AppError
 */
export async function sendRecovery({ email, next }: SendMail): Promise<void> {
  try {
    await startFlow({ next, type: "recovery" }, (redirectTo) =>
      platformClient().auth.resetPasswordForEmail(email, { redirectTo }),
    );
  } catch (caught) {
    const error = toAppError(caught);
    const mailedBefore = error.code === "over_email_send_rate_limit" && error.retryAfter !== undefined;
    if (!mailedBefore) throw error;
  }
}
