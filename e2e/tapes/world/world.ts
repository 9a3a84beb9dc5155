import { sidecarPaths } from "@sheaf/contract/sidecar";
import { mailpitClient, type ReceivedMail } from "@sheaf/platform/mailpit-client";
import { createClient } from "@supabase/supabase-js";
import type { Who } from "./people.ts";
import { type Device, type Person, signIn } from "./person.ts";
import { unwrap } from "./unwrap.ts";

/** A platform on which nobody has done anything yet. */
export interface World {
  siteUrl: string;
  /** The newest mail to somebody that nobody has read yet. */
  nextMail: (email: string) => Promise<ReceivedMail>;
  /** At a desk unless told otherwise. */
  signIn: (who: Who, device?: Device) => Promise<Person>;
  /** Somebody asks on another device for the mail that signs in. */
  askForLink: (who: Who) => Promise<void>;
}

export function createWorld(platform: {
  url: string;
  anonKey: string;
  mailUrl: string;
  siteUrl: string;
}): World {
  const { url, anonKey, siteUrl } = platform;
  const mailbox = mailpitClient({ url: platform.mailUrl });
  const read = new Set<string>();
  const nextMail = async (email: string) => {
    const mail = await mailbox.nextMail({ to: email, seen: [...read] });
    read.add(mail.id);
    return mail;
  };
  return {
    siteUrl,
    nextMail,
    askForLink: async ({ email }) => {
      const callback = new URL(sidecarPaths.callback, siteUrl);
      const client = createClient(url, anonKey, { auth: { persistSession: false, flowType: "pkce" } });
      unwrap(await client.auth.signInWithOtp({ email, options: { emailRedirectTo: callback.href } }));
    },
    signIn: (who, device = "desk") => signIn({ url, anonKey, nextMail }, who, device),
  };
}
