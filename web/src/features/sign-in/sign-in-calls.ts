import { EmailAddress } from "@sheaf/contract/email-address";
import * as v from "valibot";
import { type CodeRequest, requestRecoveryCode, requestSignInCode } from "../../data/sign-in/request-code.ts";
import { signInWithPasskey } from "../../data/sign-in/sign-in-with-passkey.ts";
import { signInWithPassword } from "../../data/sign-in/sign-in-with-password.ts";
import { signInWithProvider } from "../../data/sign-in/sign-in-with-provider.ts";
import { verifyCode } from "../../data/sign-in/verify-email.ts";
import { loadErrorTexts } from "../../lib/error-texts.ts";
import { errorText, toAppError } from "../../lib/errors.ts";
import type { SignInProblem } from "./sign-in-problem.ts";

export type CodePurpose = "sign-in" | "recovery";

const send = { "sign-in": requestSignInCode, recovery: requestRecoveryCode };
const type = { "sign-in": "email", recovery: "recovery" } as const;

/**
 * The calls, with error messages for their failures. A separate module, so that the client and valibot load
 * after the form is usable. Each resolves to the problem, or to undefined on success.
 */
export const signInCalls = {
  /** The address in its stored form, or the problem with it. */
  readAddress: (typed: string): { email: string } | SignInProblem => {
    const { success, output, issues } = v.safeParse(EmailAddress, typed);
    return success ? { email: output } : { code: "address", text: issues[0].message };
  },
  send: (purpose: CodePurpose, request: CodeRequest) => problemOf(send[purpose](request)),
  verify: (purpose: CodePurpose, typed: { email: string; code: string }) =>
    problemOf(verifyCode({ ...typed, type: type[purpose] })),
  passkey: (request: Parameters<typeof signInWithPasskey>[0]) => problemOf(signInWithPasskey(request)),
  leave: (options: Parameters<typeof signInWithProvider>[0]) => problemOf(signInWithProvider(options)),
  password: (typed: { email: string; password: string }) => problemOf(signInWithPassword(typed)),
};

/** The service responds alike to a wrong code, an expired one, and one whose link was confirmed on another device. */
const codeRefused =
  "That code is wrong or no longer valid. If you confirmed the link on another device, the code has been used: send another one to sign in here too.";

async function problemOf(call: Promise<void>): Promise<SignInProblem | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    // A failure on this device, such as a closed passkey dialog, is no refusal that would have loaded them.
    await loadErrorTexts();
    const { code, retryAfter } = toAppError(error);
    return { code, retryAfter, text: code === "otp_expired" ? codeRefused : errorText(error) };
  }
}
