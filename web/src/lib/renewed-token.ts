import type { SupabaseClient } from "@supabase/supabase-js";
import { checkClock } from "./clock-skew.ts";

/** A token that was refused right after it was made is not old, and a newer one will not do either. Milliseconds. */
const pause = 60_000;

/** Refusals after which no other token comes: nobody is behind the session any more. */
const over = new Set([
  "refresh_token_not_found",
  "session_expired",
  "session_not_found",
  "user_banned",
  "user_not_found",
]);

/** Renews the session on demand, for requests whose token was refused; at most once a minute, however many ask. */
export function tokenRenewal({ auth }: Pick<SupabaseClient, "auth">): () => Promise<string | undefined> {
  let renewing: Promise<string | undefined> | undefined;
  let renewedAt = -Infinity;

  const current = async () => (await auth.getSession()).data.session?.access_token;
  const renew = async () => {
    renewedAt = performance.now();
    void checkClock();
    const { data, error } = await auth.refreshSession();
    // The client keeps a session whose token is good by this device's clock, though the service takes neither.
    if (over.has(error?.code ?? "")) await auth.signOut({ scope: "local" });
    // Where another tab was quicker the client throws its own answer away, and the token to go on with is that tab's.
    return data.session?.access_token ?? current();
  };

  return () => {
    if (renewing) return renewing;
    if (performance.now() - renewedAt < pause) return current();
    renewing = renew().finally(() => {
      renewing = undefined;
    });
    return renewing;
  };
}
