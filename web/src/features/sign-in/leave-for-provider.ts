import type { ProviderId } from "@sheaf/contract/providers";
import { platformClient } from "../../lib/platform.ts";
import { expectMethod, forgetExpectedMethod } from "../../lib/sign-in-method.ts";
import { startFlow } from "../../lib/start-flow.ts";

/**
 * Leaves this page for a provider, which sends the person back to our callback.
 *
 * @param next where the sign-in leads in the end; a path of our own.
 * @throws AppError
 */
export async function leaveForProvider(options: { provider: ProviderId; next: string }): Promise<void> {
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
