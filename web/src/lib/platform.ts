import type { Database } from "@sheaf/contract/database";
import { createBrowserClient } from "@supabase/ssr";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { clientCookieOptions } from "./auth/client-cookies.ts";
import { announceClient } from "./auth/client-hook.ts";
import { dataTimeout } from "./data-client.ts";
import { captchaSolver } from "./captcha/page-captcha.ts";
import { pageConfig } from "./page-config.ts";
import { createPlatformFetch } from "./platform-fetch.ts";
import { tokenRenewal } from "./auth/renewed-token.ts";
import { getSession, identityOf } from "./auth/session.ts";

let client: SupabaseClient<Database> | undefined;
let renew: () => Promise<string | undefined> = () => Promise.resolve(undefined);

/**
 * The only client of the page's session, created on first use and never disposed: a second client would refresh the same
 * session again, and a disposed one no longer receives sign-in events.
 */
export function platformClient(): SupabaseClient<Database> {
  if (!client) {
    client = createPageClient();
    renew = tokenRenewal(client);
    announceClient(client);
  }
  return client;
}

/** Renews the session's token. Resolves to undefined if that fails. */
export function renewToken(): Promise<string | undefined> {
  platformClient();
  return renew();
}

let unsavedClients = 0;

/**
 * A client for a short session beside the page's: it writes no cookie, refreshes nothing and sends no event to the page
 * or another tab.
 */
export function createUnsavedClient(): SupabaseClient<Database> {
  const { platformUrl, publishableKey } = pageConfig();
  unsavedClients += 1;
  return createClient<Database>(platformUrl, publishableKey, {
    auth: {
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      flowType: "implicit",
      // Two clients with the same key cause a warning, although nothing is stored.
      storageKey: `sheaf-unsaved-${unsavedClients}`,
    },
    db: { retry: false, timeout: dataTimeout },
    global: {
      fetch: createPlatformFetch({
        renewToken: () => Promise.resolve(undefined),
        isSignedIn: () => true,
        solveCaptcha: captchaSolver(),
      }),
    },
  });
}

function createPageClient(): SupabaseClient<Database> {
  const { platformUrl, publishableKey } = pageConfig();
  return createBrowserClient<Database>(platformUrl, publishableKey, {
    isSingleton: false,
    cookieOptions: clientCookieOptions(),
    auth: {
      // Only the sidecar exchanges codes; each code works once.
      detectSessionInUrl: false,
      // Without the flow id in the URL, a refused resend would invalidate the link sent before.
      experimental: { appendPkceFlowIdToRedirects: true },
    },
    // The query client decides about retries.
    db: { retry: false, timeout: dataTimeout },
    global: {
      fetch: createPlatformFetch({
        renewToken,
        isSignedIn: () => identityOf(getSession()) !== undefined,
        solveCaptcha: captchaSolver(),
      }),
    },
  });
}
