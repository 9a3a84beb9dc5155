import { AppError, toAppError } from "../../lib/errors.ts";
import { pageConfig } from "../../lib/page-config.ts";
import { type SignInSettings, toSignInSettings } from "./sign-in-settings.models.ts";

/**
 * Which ways in the platform's configuration has switched on. By itself and not by the platform's client: the sign-in
 * page asks before it has that.
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
