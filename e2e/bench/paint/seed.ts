import type { BrowserContext } from "@playwright/test";
import { draftItem } from "@sheaf/contract/request-draft";
import { mailpitClient } from "@sheaf/platform/mailpit-client";
import { storeSession } from "../../fixtures/stored-session.ts";
import { signIn } from "../../seed/person.ts";
import { sendRequest } from "../../seed/sent-request.ts";
import { unwrap } from "../../seed/unwrap.ts";

interface Platform {
  url: string;
  mailboxUrl: string;
  anonKey: string;
}

/** Sends a request. Returns the path of its link, and a function that signs a browser in as its requester. */
export async function seed({ url, mailboxUrl, anonKey }: Platform): Promise<{
  link: string;
  signInAs: (context: BrowserContext, siteUrl: string) => Promise<void>;
}> {
  const mailbox = mailpitClient({ url: mailboxUrl, timeoutMs: 10_000 });
  const platform = { url, anonKey, nextEmail: (to: string) => mailbox.nextEmail({ to, seen: [] }) };
  const requester = await signIn(platform, { name: "Nora Okafor", email: "nora@okafor.example" }, "desk");
  const workspace = unwrap(
    await requester.client.rpc("create_workspace", { name: "Okafor & Lind", display_name: requester.name }),
  );
  const items = ["Payslips", "Bank statement"].map((title) => draftItem(title));
  const draft = {
    title: "Tax return 2026",
    message: "",
    due_on: "2031-11-27",
    recipients: [{ email: "anna@lind.example", name: "" }],
    items,
  };
  const request = unwrap(await requester.client.rpc("create_request", { workspace, draft }));
  const { link } = await sendRequest(requester, request);
  return {
    link,
    signInAs: async (context, siteUrl) => storeSession(context, await requester.session(), siteUrl),
  };
}
