import type { ProviderId } from "@sheaf/contract/providers";
import { expectMethod, forgetExpectedMethod } from "../../lib/auth/sign-in-method.ts";
import { startFlow } from "../../lib/auth/start-flow.ts";
import { platformClient } from "../../lib/platform.ts";

/**
 * Redirects to a provider, which sends the user back to our callback.
 *
 * @param next path of this site to open after sign-in.
 * @throws AppError
 */
export async function signInWithProvider(options: { provider: ProviderId; next: string }): Promise<void> {
  expectMethod(options.provider);
  try {
    await startFlow({ next: options.next, type: "provider" }, (redirectTo) =>
      platformClient().auth.signInWithOAuth({ provider: options.provider, options: { redirectTo } }),
    );
  } catch (error) {
    forgetExpectedMethod();
    throw error;
  }
}
