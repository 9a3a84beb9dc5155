import type { Database } from "@sheaf/contract/database";
import { PostgrestClient } from "@supabase/postgrest-js";
import { getSession, identityOf } from "./auth/session.ts";
import { readSessionCookie } from "./auth/session-cookie.ts";
import { pageConfig } from "./page-config.ts";
import { createPlatformFetch } from "./platform-fetch.ts";

/** Requests that take longer fail. Milliseconds. */
export const dataTimeout = 20_000;

let client: PostgrestClient<Database> | undefined;

/**
 * The client for rows and functions. Unlike `platformClient()` it doesn't include the auth client, four times its size,
 * which loads when a token has to be renewed, or after what the page shows first.
 */
export function dataClient(): PostgrestClient<Database> {
  client ??= createDataClient();
  return client;
}

function createDataClient(): PostgrestClient<Database> {
  const { platformUrl, publishableKey } = pageConfig();
  const send = createPlatformFetch({
    renewToken: async () => (await import("./platform.ts")).renewToken(),
    isSignedIn: () => identityOf(getSession()) !== undefined,
  });
  return new PostgrestClient<Database>(`${platformUrl}/rest/v1`, {
    // The query client decides about retries.
    retry: false,
    timeout: dataTimeout,
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set("apikey", publishableKey);
      headers.set("authorization", `Bearer ${(await accessToken()) ?? publishableKey}`);
      return send(input, { ...init, headers });
    },
  });
}

/** Read for each request, because other tabs and the sidecar renew it as well. */
async function accessToken(): Promise<string | undefined> {
  const { accessToken, isFresh, who } = readSessionCookie();
  const shown = identityOf(getSession());
  /** Another tab may have signed in another user, whose token must not send what the previous one entered. */
  const requireShown = (userId: string | undefined) => {
    if (userId === undefined || shown === undefined || userId === shown.userId) return;
    throw new TypeError("Another user signed in, and this page still shows the previous one.");
  };
  requireShown(who?.userId);
  if (isFresh) return accessToken;
  const { platformClient } = await import("./platform.ts");
  const { session } = (await platformClient().auth.getSession()).data;
  requireShown(session?.user.id);
  return session?.access_token;
}
