import type { PlatformSession } from "./request-session.ts";

/**
 * A provider's tokens arrive with the session and would be stored in cookies that page scripts can read. We don't
 * use them, so they are removed before.
 */
export function withoutProviderTokens(session: PlatformSession): PlatformSession {
  const { provider_token: _access, provider_refresh_token: _refresh, ...rest } = session;
  return rest;
}
