import { randomUUID } from "node:crypto";
import { limits } from "@sheaf/contract/limits";
import { runConcurrently } from "../drills/run-concurrently.ts";
import { send } from "./transfer.ts";

/** The running stack: its URLs and keys. */
export interface Target {
  apiUrl: string;
  siteUrl: string;
  anonKey: string;
  serviceKey: string;
}

/** Someone who owes one file. */
export interface Recipient {
  accessToken: string;
  /** Token of the request's link. */
  link: string;
  item: string;
}

export interface Scene {
  requesterToken: string;
  recipients: Recipient[];
}

/** Simultaneous calls while preparing. */
const preparing = 8;

/** A workspace with as many recipients, twenty to a request, each of whom has signed in and has an item to fill. */
export async function prepareScene(target: Target, count: number): Promise<Scene> {
  const requesterToken = await signIn(target, `${randomUUID()}@load.example`);
  const workspace = await rpc(target, requesterToken, "create_workspace", {
    name: "Okafor & Lind",
    display_name: "Nora",
  });
  const perRequest = limits.recipientsPerRequest;
  const requests = await runConcurrently(Math.ceil(count / perRequest), preparing, async (n) => {
    const size = Math.min(perRequest, count - n * perRequest);
    const emails = Array.from({ length: size }, () => `${randomUUID()}@load.example`);
    const request = await rpc(target, requesterToken, "create_request", {
      workspace,
      draft: draftFor(emails),
    });
    await rpc(target, requesterToken, "send_request", { request });
    const select = (path: string) => read(target, requesterToken, `${path}&request_id=eq.${String(request)}`);
    const [link] = (await select("request_links?select=token")) as [{ token: string }];
    const items = (await select("items?select=id&order=position")) as { id: string }[];
    return emails.map((email, position) => ({ email, link: link.token, item: String(items[position]?.id) }));
  });
  const invited = requests.flat();
  const recipients = await runConcurrently(invited.length, preparing, async (n) => {
    const { email = "", link = "", item = "" } = invited[n] ?? {};
    return { accessToken: await signIn(target, email), link, item };
  });
  return { requesterToken, recipients };
}

function draftFor(emails: readonly string[]) {
  return {
    title: "Papers",
    message: "",
    due_on: null,
    recipients: emails.map((email) => ({ email, name: "" })),
    items: emails.map((_, position) => ({
      title: `Paper ${position + 1}`,
      instructions: "",
      kind: "file",
      required: true,
      accepts: [],
    })),
  };
}

/** Signs in with the link of an email that an administrator asked for, which counts towards no limit. */
async function signIn(target: Target, email: string): Promise<string> {
  const { hashed_token } = (await call(target, "/auth/v1/admin/generate_link", target.serviceKey, {
    type: "magiclink",
    email,
  })) as { hashed_token: string };
  const { access_token } = (await call(target, "/auth/v1/verify", target.anonKey, {
    type: "email",
    token_hash: hashed_token,
  })) as { access_token: string };
  return access_token;
}

export function rpc(target: Target, token: string, name: string, args: object): Promise<unknown> {
  return call(target, `/rest/v1/rpc/${name}`, token, args);
}

export async function read(target: Target, token: string, path: string): Promise<unknown> {
  const answer = await send(`${target.apiUrl}/rest/v1/${path}`, {
    method: "GET",
    headers: headersOf(target, token),
  });
  if (answer.status !== 200) throw new Error(`Reading ${path} failed with ${answer.status}: ${answer.text}`);
  return JSON.parse(answer.text);
}

async function call(target: Target, path: string, token: string, body: object): Promise<unknown> {
  const answer = await send(target.apiUrl + path, {
    headers: { ...headersOf(target, token), "content-type": "application/json" },
    body: [Buffer.from(JSON.stringify(body))],
  });
  if (answer.status >= 300 || answer.status === 0) {
    throw new Error(`${path} failed with ${answer.status}: ${answer.text}`);
  }
  return answer.text === "" ? null : JSON.parse(answer.text);
}

let networks = 0;

/** Each call comes from a separate network, because the limits of Auth are per network, of 256 addresses. */
export function headersOf({ anonKey, serviceKey }: Target, token: string): Record<string, string> {
  networks += 1;
  const network = `10.${(networks >> 8) & 255}.${networks & 255}.1`;
  return {
    apikey: token === serviceKey ? serviceKey : anonKey,
    authorization: `Bearer ${token}`,
    "x-forwarded-for": network,
  };
}
