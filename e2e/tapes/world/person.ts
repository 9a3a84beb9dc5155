import type { Database } from "@sheaf/contract/database.types";
import { codeIn, type ReceivedMail } from "@sheaf/platform/mailpit-client";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { TOTP } from "otpauth";
import type { StoredSession } from "../../fixtures/stored-session.ts";
import type { Who } from "./people.ts";
import { unwrap } from "./unwrap.ts";

/** Somebody who is signed in on one device, by the calls that a browser makes. */
export interface Person extends Who {
  client: SupabaseClient<Database>;
  /** As Auth answered with it, with what has become of it since. */
  session: () => Promise<StoredSession>;
  setPassword: (password: string) => Promise<void>;
  /** Sets up an authenticator app; returns what shows its codes. */
  addAuthenticator: (name: string) => Promise<Authenticator>;
  /** The app that was set up last. */
  authenticator: () => Authenticator | undefined;
}

export interface Authenticator {
  code: () => string;
}

/** Devices by what their browsers say they are. */
export const devices = {
  desk: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  phone:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1",
} as const;

export type Device = keyof typeof devices;

interface Place {
  url: string;
  anonKey: string;
  /** The newest mail to somebody that nobody has read yet. */
  nextMail: (email: string) => Promise<ReceivedMail>;
}

/** Signs somebody in by the code in the mail; makes the account of whoever has none. */
export async function signIn(place: Place, who: Who, device: Device): Promise<Person> {
  const client = createClient<Database>(place.url, place.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { "user-agent": devices[device] } },
  });
  const { email } = who;
  unwrap(await client.auth.signInWithOtp({ email }));
  const token = codeIn(await place.nextMail(email));
  unwrap(await client.auth.verifyOtp({ email, token, type: "email" }));
  let authenticator: Authenticator | undefined;

  return {
    ...who,
    client,
    session: async () => {
      const { session } = unwrap(await client.auth.getSession());
      if (session?.expires_at === undefined) throw new Error(`${email} is not signed in.`);
      const { expires_at, user } = session;
      return { ...session, expires_at, user: { ...user, email } };
    },
    setPassword: async (password) => {
      unwrap(await client.auth.updateUser({ password }));
    },
    addAuthenticator: async (friendlyName) => {
      const { mfa } = client.auth;
      const { id, totp } = unwrap(await mfa.enroll({ factorType: "totp", friendlyName }));
      const app = new TOTP({ secret: totp.secret });
      unwrap(await mfa.challengeAndVerify({ factorId: id, code: app.generate() }));
      authenticator = { code: () => app.generate() };
      return authenticator;
    },
    authenticator: () => authenticator,
  };
}
