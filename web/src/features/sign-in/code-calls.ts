import { addressProblem, storedAddress } from "@sheaf/contract/email-address";
import { type CodeRequest, requestSignInCode } from "../../data/sign-in/request-code.ts";
import { problemOf } from "./problem-of.ts";
import type { SignInProblem } from "./sign-in-problem.ts";

/**
 * The code for the form's first step: little more than the form itself, and not the auth client. Loads before the form
 * works, so that a press has nothing to wait for.
 */
export const codeCalls = {
  /** The address in its stored form, or the problem with it. */
  readAddress: (typed: string): { email: string } | SignInProblem => {
    const email = storedAddress(typed);
    const text = addressProblem(email);
    return text === undefined ? { email } : { code: "address", text };
  },
  /** Emails a code for a sign-in. Resolves to the problem, or to undefined on success. */
  send: (request: CodeRequest) => problemOf(requestSignInCode(request)),
};
