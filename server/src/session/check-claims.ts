import { createClient, isAuthRetryableFetchError } from "@supabase/supabase-js";
import type { PlatformAccess } from "../platform-fetch.ts";

/** Longest wait for the platform's word on a token, in milliseconds: the page must not be overtaken meanwhile. */
const patienceMs = 3_000;

export type Claims =
  | { kind: "accepted"; secondsLeft: number }
  /**
   * Expired, forged, or no token at all. Of an ended session only where tokens are signed with the shared secret, so
   * that the platform is asked for each; with a key pair such a token is accepted until it expires.
   */
  | { kind: "refused" }
  | { kind: "unreachable" };

export type CheckClaims = (accessToken: string) => Promise<Claims>;

/**
 * Whether the platform stands behind an access token. The client has no storage and is never given a refresh token,
 * so it cannot renew anything, whatever the state of the session; an expired token is refused without a question.
 * One client for all requests, because it keeps the platform's public keys for ten minutes.
 */
export function createCheckClaims(options: PlatformAccess): CheckClaims {
  const { auth } = createClient(options.platformUrl, options.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: {
      fetch: (input, init) => options.fetch(input, { ...init, signal: AbortSignal.timeout(patienceMs) }),
    },
  });

  return async (accessToken) => {
    try {
      const { data, error } = await auth.getClaims(accessToken);
      if (error) return { kind: isAuthRetryableFetchError(error) ? "unreachable" : "refused" };
      if (!data) return { kind: "refused" };
      return { kind: "accepted", secondsLeft: data.claims.exp - Date.now() / 1000 };
    } catch {
      // A header that names an algorithm or a key of another kind throws instead of answering.
      return { kind: "refused" };
    }
  };
}
