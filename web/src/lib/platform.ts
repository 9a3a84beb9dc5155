import { sessionCookieAttributes } from "@sheaf/contract/cookies";
import type { Database } from "@sheaf/contract/database";
import { createBrowserClient } from "@supabase/ssr";
import type { SupabaseClient } from "@supabase/supabase-js";
import { announceClient } from "./auth/client-hook.ts";
import { isSecurePage, ownCookieNames } from "./cookies.ts";
import { pageConfig } from "./page-config.ts";
import { createPlatformFetch } from "./platform-fetch.ts";
import { tokenRenewal } from "./auth/renewed-token.ts";
import { getSession, identityOf } from "./auth/session.ts";

/** Requests that take longer fail. Milliseconds. */
const dataTimeout = 20_000;

let client: SupabaseClient<Database> | undefined;
let renewToken: () => Promise<string | undefined> = () => Promise.resolve(undefined);

/**
 * The page's only client, created on first use and never disposed: a second client would refresh the same session
 * again, and a disposed one no longer receives sign-in events.
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
      // Only the sidecar exchanges codes; each code works once.
      detectSessionInUrl: false,
      // Without the flow id in the URL, a refused resend would invalidate the link sent before.
      experimental: { appendPkceFlowIdToRedirects: true },
    },
    // The query client decides about retries.
    db: { retry: false, timeout: dataTimeout },
    // Functions, because the client is still being created; it exists by the first request.
    global: {
      fetch: createPlatformFetch({
        renewToken: () => renewToken(),
        isSignedIn: () => identityOf(getSession()) !== undefined,
      }),
    },
  });
}
