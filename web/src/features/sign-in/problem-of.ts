import { loadErrorTexts } from "../../lib/error-texts.ts";
import { errorSentences, errorText, toAppError } from "../../lib/errors.ts";
import { tryAgainAt } from "./try-again.models.ts";
import type { SignInProblem } from "./sign-in-problem.ts";

/** The service responds alike to a wrong code, an expired one, and one whose link was confirmed on another device. */
const codeRefused =
  "That code is wrong or no longer valid. If you confirmed the link on another device, the code has been used: send another one to sign in here too.";

/** Resolves to the problem with a call, or to undefined on success. */
export async function problemOf(call: Promise<void>): Promise<SignInProblem | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    // A failure on this device, such as a closed passkey dialog, is no refusal that would have loaded them.
    await loadErrorTexts();
    const { code, retryAfter } = toAppError(error);
    return { code, retryAfter, text: textFor(code, retryAfter, error) };
  }
}

function textFor(code: string, retryAfter: number | undefined, error: unknown): string {
  if (code === "otp_expired") return codeRefused;
  if (code !== "over_new_account_limit" || retryAfter === undefined) return errorText(error);
  return `${errorSentences(error).what} ${tryAgainAt(retryAfter)}; requests sent to you are safe.`;
}
