import { AppError, toAppError } from "../../lib/errors.ts";
import { pageConfig } from "../../lib/page-config.ts";
import { type SignInSettings, toSignInSettings } from "./sign-in-settings.models.ts";

/**
 * Sign-in methods enabled in the platform's configuration. Uses `fetch` directly, because the sign-in page needs them
 * before the platform's client has loaded.
 *
 * @throws AppError
 */
export async function fetchSignInSettings({
  signal,
}: { signal?: AbortSignal } = {}): Promise<SignInSettings> {
  const { platformUrl, publishableKey } = pageConfig();
  try {
    const response = await fetch(`${platformUrl}/auth/v1/settings`, {
      headers: { apikey: publishableKey },
      signal: signal ?? null,
    });
    if (!response.ok) throw new AppError("service.unavailable");
    return toSignInSettings(await response.json());
  } catch (error) {
    throw toAppError(error);
  }
}
