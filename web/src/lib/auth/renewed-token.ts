import type { SupabaseClient } from "@supabase/supabase-js";
import { checkClock } from "../clock-skew.ts";

/** If a fresh token is refused, another one won't help, so refreshes are limited. Milliseconds. */
const minIntervalMs = 60_000;

/** Codes that mean the session no longer exists. */
const over = new Set([
  "refresh_token_not_found",
  "session_expired",
  "session_not_found",
  "user_banned",
  "user_not_found",
]);

/** Refreshes the session for requests whose token was refused, at most once a minute for all callers. */
export function tokenRenewal({ auth }: Pick<SupabaseClient, "auth">): () => Promise<string | undefined> {
  let renewing: Promise<string | undefined> | undefined;
  let renewedAt = -Infinity;

  const current = async () => (await auth.getSession()).data.session?.access_token;
  const renew = async () => {
    renewedAt = performance.now();
    void checkClock();
    const { data, error } = await auth.refreshSession();
    // The client keeps a revoked session while its token is valid by this device's clock, so remove it here.
    if (over.has(error?.code ?? "")) await auth.signOut({ scope: "local" });
    // If another tab refreshed first, the client discards its own result and uses that tab's session.
    return data.session?.access_token ?? current();
  };

  return () => {
    if (renewing) return renewing;
    if (performance.now() - renewedAt < minIntervalMs) return current();
    renewing = renew().finally(() => {
      renewing = undefined;
    });
    return renewing;
  };
}
