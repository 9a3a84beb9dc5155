import { sidecarPaths } from "@sheaf/contract/sidecar";
import { mailpitClient, type ReceivedEmail } from "@sheaf/platform/mailpit-client";
import type { Database } from "@sheaf/contract/database.types";
import { localKeys } from "@sheaf/platform/keys";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Contact } from "../../seed/contact.ts";
import { type Device, type Person, signIn } from "../../seed/person.ts";
import { unwrap } from "../../seed/unwrap.ts";

/** Creates accounts and data on an empty platform, by the API calls that browsers make. */
export interface SeedData {
  siteUrl: string;
  /** The newest unread email to an address. Marks it as read. */
  nextEmail: (address: string) => Promise<ReceivedEmail>;
  /** Signs a user in; creates the account if necessary. Default device: desk. */
  signIn: (contact: Contact, device?: Device) => Promise<Person>;
  /** Requests a sign-in link from another device. */
  askForLink: (contact: Contact) => Promise<void>;
  /** Moves the last activity of all requests into the past, seven hours apart, keeping their order. */
  spreadActivity: () => Promise<void>;
  /** Moves every sign-in an hour into the past. Sessions say so after their next refresh. */
  ageSignIns: () => Promise<void>;
  /** Raises the daily quotas beyond what a recording needs. */
  liftQuotas: () => Promise<void>;
  /** Calls what only the worker may. */
  worker: SupabaseClient<Database>;
  /** Makes a user with an account a member of every workspace. */
  addMember: (contact: Contact) => Promise<void>;
}

export function createSeedData(platform: {
  url: string;
  anonKey: string;
  mailboxUrl: string;
  siteUrl: string;
  spreadActivity: () => Promise<void>;
  ageSignIns: () => Promise<void>;
  liftQuotas: () => Promise<void>;
  addMember: (contact: Contact) => Promise<void>;
}): SeedData {
  const { url, anonKey, siteUrl, spreadActivity, ageSignIns, liftQuotas, addMember } = platform;
  const mailbox = mailpitClient({ url: platform.mailboxUrl });
  const read = new Set<string>();
  const nextEmail = async (address: string) => {
    const email = await mailbox.nextEmail({ to: address, seen: [...read] });
    read.add(email.id);
    return email;
  };
  return {
    siteUrl,
    nextEmail,
    spreadActivity,
    ageSignIns,
    liftQuotas,
    worker: createClient<Database>(url, localKeys.secret, { auth: { persistSession: false } }),
    addMember,
    askForLink: async ({ email }) => {
      const callback = new URL(sidecarPaths.callback, siteUrl);
      const client = createClient(url, anonKey, { auth: { persistSession: false, flowType: "pkce" } });
      unwrap(await client.auth.signInWithOtp({ email, options: { emailRedirectTo: callback.href } }));
    },
    signIn: (contact, device = "desk") => signIn({ url, anonKey, nextEmail }, contact, device),
  };
}
