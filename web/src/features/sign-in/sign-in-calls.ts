import { errorSentences, toAppError } from "../../lib/errors.ts";
import { sendCode } from "./send-code.ts";
import type { SignInProblem } from "./sign-in-problem.ts";
import { verifyCode } from "./verify-code.ts";

/**
 * Everything about signing in that may load after the page can be read and typed into: the client, the calls and
 * the words for their failures. Each answers with the problem, or with nothing when it went well.
 */
export const signInCalls = {
  send: (options: Parameters<typeof sendCode>[0]) => problemOf(sendCode(options)),
  verify: (options: Parameters<typeof verifyCode>[0]) => problemOf(verifyCode(options)),
};

async function problemOf(call: Promise<void>): Promise<SignInProblem | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    const { code, retryAfter } = toAppError(error);
    // The service says the same of a wrong code and of an old one; here somebody has just typed it.
    if (code === "otp_expired") {
      return { code, text: "That code is wrong or too old. Check the newest mail, or send another one." };
    }
    const { what, next } = errorSentences(error);
    return { code, retryAfter, text: `${what} ${next}` };
  }
}
