import type { Database } from "@sheaf/contract/database.types";
import { codeIn, type ReceivedEmail } from "@sheaf/platform/mailpit-client";
import { scaled } from "@sheaf/testing/scaled";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { TOTP } from "otpauth";
import type { StoredSession } from "../fixtures/stored-session.ts";
import type { Contact } from "./contact.ts";
import { unwrap } from "./unwrap.ts";

/** A user who is signed in on one device through the API. */
export interface Person extends Contact {
  client: SupabaseClient<Database>;
  /** Returns the current session. Throws if signed out. */
  session: () => Promise<StoredSession>;
  setPassword: (password: string) => Promise<void>;
  /** Sets up an authenticator app and returns it. */
  addAuthenticator: (name: string) => Promise<Authenticator>;
  /** Returns the app that was set up last. */
  authenticator: () => Authenticator | undefined;
}

export interface Authenticator {
  /** Returns the current 6-digit code. */
  code: () => string;
}

/** User agents of the devices. */
export const devices = {
  desk: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  phone:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1",
} as const;

export type Device = keyof typeof devices;

interface Platform {
  url: string;
  anonKey: string;
  /** Resolves with the next unread email to an address. */
  nextEmail: (email: string) => Promise<ReceivedEmail>;
}

/** Signs a user in with an emailed code, creating the account if there is none. */
export async function signIn(platform: Platform, contact: Contact, device: Device): Promise<Person> {
  const client = createClient<Database>(platform.url, platform.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { "user-agent": devices[device] } },
  });
  const { email } = contact;
  await requestCode(client, email);
  const token = codeIn(await platform.nextEmail(email));
  unwrap(await client.auth.verifyOtp({ email, token, type: "email" }));
  let authenticator: Authenticator | undefined;

  return {
    ...contact,
    client,
    session: async () => {
      const { session } = unwrap(await client.auth.getSession());
      if (session?.expires_at === undefined) throw new Error(`${email} is not signed in.`);
      const { expires_at, user } = session;
      return { ...session, expires_at, user: { ...user, email } };
    },
    setPassword: async (password) => {
      unwrap(await client.rpc("record_proof", { act: "password" }));
      unwrap(await client.auth.updateUser({ password }));
    },
    addAuthenticator: async (friendlyName) => {
      const { mfa } = client.auth;
      unwrap(await client.rpc("record_proof", { act: "factors" }));
      const { id, totp } = unwrap(await mfa.enroll({ factorType: "totp", friendlyName }));
      const app = new TOTP({ secret: totp.secret });
      unwrap(await mfa.challengeAndVerify({ factorId: id, code: app.generate() }));
      authenticator = { code: () => app.generate() };
      return authenticator;
    },
    authenticator: () => authenticator,
  };
}

/** Auth sends one email a second to an address, and the page may just have asked for another code. */
async function requestCode(client: SupabaseClient<Database>, email: string): Promise<void> {
  const until = performance.now() + scaled(2000);
  for (;;) {
    const answer = await client.auth.signInWithOtp({ email });
    if (answer.error?.code !== "over_email_send_rate_limit" || performance.now() > until) {
      unwrap(answer);
      return;
    }
  }
}
