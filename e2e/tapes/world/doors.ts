import { pages } from "@sheaf/contract/pages";
import type { Scene } from "../flow.ts";

/** A browser that can do it offers passkeys in the address field, and the page asks for a challenge for that. */
export const asksForPasskey = "/auth/v1/passkeys/authentication/options";

export const atSignIn: Scene = { opens: pages.signIn.path, asks: asksForPasskey };
export const atSignUp: Scene = { opens: pages.signUp.path, asks: asksForPasskey };
