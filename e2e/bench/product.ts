import type { Browser, BrowserContext } from "@playwright/test";
import { mailpitClient } from "@sheaf/platform/mailpit-client";
import { openSentRequest, type SentRequestPages } from "../fixtures/sent-request-pages.ts";
import { type Person, signIn } from "../seed/person.ts";
import { unwrap } from "../seed/unwrap.ts";
import { stack } from "../stack.ts";

/** The product on its own local platform, and a browser. */
export interface Product {
  browser: Browser;
  siteUrl: string;
  /** Of the platform. */
  url: string;
  mailboxUrl: string;
}

export interface SentRequest extends SentRequestPages {
  requester: Person;
  recipient: Person;
  items: { id: string; title: string }[];
}

/** People signed in so far. */
let people = 0;

/** Someone new, signed in by an emailed code. */
export async function newPerson({ url, mailboxUrl }: Product, name: string): Promise<Person> {
  people += 1;
  const mailbox = mailpitClient({ url: mailboxUrl, timeoutMs: 10_000 });
  const email = `${name.toLowerCase()}${people}@bench.example`;
  const seen = await mailbox.idsFor(email);
  const nextEmail = (to: string) => mailbox.nextEmail({ to, seen });
  return signIn({ url, anonKey: stack.publishableKey, nextEmail }, { name, email }, "desk");
}

/** @returns its id. */
export async function newWorkspace({ client, name }: Person): Promise<string> {
  return unwrap(await client.rpc("create_workspace", { name: "Bench", display_name: name }));
}

/** Sends a request and opens it in both people's browsers. */
export async function send(product: Product, titles: string[]): Promise<SentRequest> {
  const { browser, siteUrl } = product;
  const [requester, recipient] = [await newPerson(product, "Nora"), await newPerson(product, "Anna")];
  const workspaceId = await newWorkspace(requester);
  const deskContext = await browser.newContext({ baseURL: siteUrl });
  const phoneContext = await browser.newContext({ baseURL: siteUrl });
  const sent = await openSentRequest({
    requester,
    recipient,
    workspaceId,
    deskContext,
    phoneContext,
    siteUrl,
    items: titles,
  });
  const items = unwrap(await recipient.client.from("items").select("id, title").order("position"));
  return { ...sent, requester, recipient, items };
}

export async function closeContexts({ deskContext, phoneContext }: SentRequest): Promise<void> {
  await Promise.all([deskContext, phoneContext].map((context: BrowserContext) => context.close()));
}

/** Type of files without a preview. */
export const binary = "application/octet-stream";
