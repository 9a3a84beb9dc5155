import { EmailAddress } from "@sheaf/contract/email-address";
import * as v from "valibot";
import { errorSentences, toAppError } from "../../lib/errors.ts";
import { type SendMail, sendCode } from "./send-code.ts";
import { sendRecovery } from "./send-recovery.ts";
import type { SignInProblem } from "./sign-in-problem.ts";
import { leaveForProvider } from "./leave-for-provider.ts";
import { signInWithPasskey } from "./sign-in-with-passkey.ts";
import { signInWithPassword } from "./sign-in-with-password.ts";
import { verifyCode } from "./verify-code.ts";

/** What a mailed code is for. */
export type MailPurpose = "sign-in" | "recovery";

const send = { "sign-in": sendCode, recovery: sendRecovery };
const type = { "sign-in": "email", recovery: "recovery" } as const;

/**
 * Everything about signing in that may load after the page can be read and typed into: the client, the calls and
 * the words for their failures. Each answers with the problem, or with nothing when it went well.
 */
export const signInCalls = {
  /** The address as it is stored, or what is wrong with it. */
  readAddress: (typed: string): { email: string } | SignInProblem => {
    const { success, output, issues } = v.safeParse(EmailAddress, typed);
    return success ? { email: output } : { code: "address", text: issues[0].message };
  },
  send: (purpose: MailPurpose, mail: SendMail) => problemOf(send[purpose](mail)),
  verify: (purpose: MailPurpose, typed: { email: string; code: string }) =>
    problemOf(verifyCode({ ...typed, type: type[purpose] })),
  passkey: (request: Parameters<typeof signInWithPasskey>[0]) => problemOf(signInWithPasskey(request)),
  leave: (options: Parameters<typeof leaveForProvider>[0]) => problemOf(leaveForProvider(options)),
  password: (typed: { email: string; password: string }) => problemOf(signInWithPassword(typed)),
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
