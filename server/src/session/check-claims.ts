import { createClient, isAuthRetryableFetchError } from "@supabase/supabase-js";
import type { PlatformAccess } from "../http/platform-fetch.ts";

/**
 * Longest wait for the platform to check a token, in milliseconds. Until then the page must not renew the session.
 */
const timeoutMs = 3_000;

export type Claims =
  | { kind: "accepted"; secondsLeft: number }
  /**
   * Expired, forged or not a token. A token of an ended session is detected only with the shared secret, where the
   * platform is asked each time; with a key pair it is accepted until it expires.
   */
  | { kind: "refused" }
  | { kind: "unreachable" };

export type CheckClaims = (accessToken: string) => Promise<Claims>;

/**
 * Asks the platform to verify an access token. The client has no storage and never receives a refresh token, so it
 * cannot renew a session; an expired token is rejected without a call. One client serves all requests because it
 * caches the platform's public keys for ten minutes.
 */
export function createCheckClaims(options: PlatformAccess): CheckClaims {
  const { auth } = createClient(options.platformUrl, options.publishableKey, {
    auth: {
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      // The client keeps public keys by this name for the whole process, and its own name for two platforms on one
      // host is the same.
      storageKey: options.platformUrl,
    },
    global: {
      fetch: async (input, init) => {
        const response = await options.fetch(input instanceof Request ? input.url : input, {
          headers: Object.fromEntries(new Headers(init?.headers)),
          signal: AbortSignal.timeout(timeoutMs),
        });
        // It asks for the user or the public keys, both by GET.
        return new Response(await response.text(), { status: response.status });
      },
    },
  });

  return async (accessToken) => {
    try {
      const { data, error } = await auth.getClaims(accessToken);
      if (error) return { kind: isAuthRetryableFetchError(error) ? "unreachable" : "refused" };
      if (!data) return { kind: "refused" };
      return { kind: "accepted", secondsLeft: data.claims.exp - Date.now() / 1000 };
    } catch {
      // A header that names a different algorithm or type of key makes the client throw.
      return { kind: "refused" };
    }
  };
}
