import type { CodeRequest } from "../../data/sign-in/request-code.ts";
import { hearOtherTabs } from "../../data/sign-in/hear-other-tabs.ts";
import { requestRecoveryCode } from "../../data/sign-in/request-recovery-code.ts";
import { signInWithPasskey } from "../../data/sign-in/sign-in-with-passkey.ts";
import { signInWithPassword } from "../../data/sign-in/sign-in-with-password.ts";
import { signInWithProvider } from "../../data/sign-in/sign-in-with-provider.ts";
import { verifyCode } from "../../data/sign-in/verify-email.ts";
import { problemOf } from "./problem-of.ts";

export type CodePurpose = "sign-in" | "recovery";

const type = { "sign-in": "email", recovery: "recovery" } as const;

/**
 * The calls that need the auth client, with error messages for their failures. A separate module, so that the client
 * loads after the form is usable. Each resolves to the problem, or to undefined on success.
 */
export const signInCalls = {
  sendRecovery: (request: CodeRequest) => problemOf(requestRecoveryCode(request)),
  verify: (purpose: CodePurpose, typed: { email: string; code: string }) =>
    problemOf(verifyCode({ ...typed, type: type[purpose] })),
  passkey: (request: Parameters<typeof signInWithPasskey>[0]) => problemOf(signInWithPasskey(request)),
  leave: (options: Parameters<typeof signInWithProvider>[0]) => problemOf(signInWithProvider(options)),
  password: (typed: { email: string; password: string }) => problemOf(signInWithPassword(typed)),
  hearOtherTabs,
};
