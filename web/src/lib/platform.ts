import { sessionCookieAttributes } from "@sheaf/contract/cookies";
import type { Database } from "@sheaf/contract/database.types";
import { createBrowserClient } from "@supabase/ssr";
import type { SupabaseClient } from "@supabase/supabase-js";
import { announceClient } from "./client-hook.ts";
import { isSecurePage, ownCookieNames } from "./cookies.ts";
import { pageConfig } from "./page-config.ts";
import { createPlatformFetch } from "./platform-fetch.ts";
import { tokenRenewal } from "./renewed-token.ts";
import { getSession, identityOf } from "./session.ts";

/** An answer that takes longer is treated as none. Milliseconds. */
const dataTimeout = 20_000;

let client: SupabaseClient<Database> | undefined;
let renewToken: () => Promise<string | undefined> = () => Promise.resolve(undefined);

/**
 * The one client of this page, made on first use and kept for good: a second one would refresh the same session
 * a second time, and a disposed one never hears of a sign-in again.
 */
export function platformClient(): SupabaseClient<Database> {
  if (!client) {
    client = createClient();
    renewToken = tokenRenewal(client);
    announceClient(client);
  }
  return client;
}

function createClient(): SupabaseClient<Database> {
  const { platformUrl, publishableKey } = pageConfig();
  return createBrowserClient<Database>(platformUrl, publishableKey, {
    isSingleton: false,
    cookieOptions: { ...sessionCookieAttributes, secure: isSecurePage(), name: ownCookieNames().session },
    auth: {
      // Only the sidecar exchanges codes; a second exchange from here would find the code used.
      detectSessionInUrl: false,
      // Without the id in the address a refused "send again" kills the link that was mailed before it.
      experimental: { appendPkceFlowIdToRedirects: true },
    },
    // Retrying is decided in one place, the query client.
    db: { retry: false, timeout: dataTimeout },
    // The client is not there yet; by the time of the first request it is.
    global: {
      fetch: createPlatformFetch({
        renewToken: () => renewToken(),
        isSignedIn: () => identityOf(getSession()) !== undefined,
      }),
    },
  });
}
