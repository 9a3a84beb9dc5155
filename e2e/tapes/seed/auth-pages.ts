import { pages } from "@sheaf/contract/pages";
import type { FlowStart } from "../flow.ts";

/** Requested by sign-in pages in browsers that offer passkeys in the email field. */
export const asksForPasskey = "/auth/v1/passkeys/authentication/options";

export const atSignIn: FlowStart = { startPath: pages.signIn.path, awaits: asksForPasskey };
export const atSignUp: FlowStart = {
  startPath: pages.signUp.path,
  awaits: "/auth/v1/settings",
};
