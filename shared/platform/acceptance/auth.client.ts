import { createHash, randomBytes, randomUUID } from "node:crypto";
import { createClient } from "@supabase/supabase-js";
import { mailpitClient, type ReceivedEmail } from "../src/email/mailpit.client.ts";
import { target } from "./target.ts";

/** First API version with error codes as text. */
export const apiVersion = { "X-Supabase-Api-Version": "2024-01-01" };

/** A unique address without runs of digits that could be taken for a code. */
export function newAddress(): string {
  return `accept-${randomUUID().replace(/\d/g, "x")}@mail.example`;
}

export interface TestResponse {
  status: number;
  headers: Headers;
  /** The JSON body, or `undefined` where there is none. */
  body: unknown;
}

interface AskOptions {
  body?: unknown;
  /** Bearer token; the key if absent, as in the client library. */
  token?: string;
  headers?: Record<string, string>;
}

/** One plain request to Auth; redirects are not followed. `path` starts after `/auth/v1`. */
export async function ask(method: string, path: string, options: AskOptions = {}): Promise<TestResponse> {
  const { url, anonKey } = target();
  const response = await fetch(`${url}/auth/v1${path}`, {
    method,
    redirect: "manual",
    headers: {
      apikey: anonKey,
      authorization: `Bearer ${options.token ?? anonKey}`,
      "content-type": "application/json;charset=UTF-8",
      ...apiVersion,
      ...options.headers,
    },
    ...(options.body !== undefined && {
      body: typeof options.body === "string" ? options.body : JSON.stringify(options.body),
    }),
  });
  const text = await response.text();
  const json = response.headers.get("content-type")?.startsWith("application/json") && text !== "";
  return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : undefined };
}

/** A client like a browser's: code exchange, with its own storage. */
export function newBrowser() {
  const stored = new Map<string, string>();
  const { url, anonKey } = target();
  return createClient(url, anonKey, {
    auth: {
      flowType: "pkce",
      autoRefreshToken: false,
      detectSessionInUrl: false,
      storageKey: randomUUID(),
      storage: {
        getItem: (key) => stored.get(key) ?? null,
        setItem: (key, value) => void stored.set(key, value),
        removeItem: (key) => void stored.delete(key),
      },
    },
  });
}

const taken = new Map<string, string[]>();

/** The next email to that address that no call has returned yet. */
export async function nextEmail(to: string): Promise<ReceivedEmail> {
  const seen = taken.get(to) ?? [];
  const mail = await mailpitClient({ url: target().mailboxUrl }).nextEmail({ to, seen });
  taken.set(to, [...seen, mail.id]);
  return mail;
}

/** Number of emails to that address. */
export async function emailCount(to: string): Promise<number> {
  return (await mailpitClient({ url: target().mailboxUrl }).idsFor(to)).length;
}

/** The code in the email, of any configured length, in one piece or in two groups. */
export function codeOf(mail: ReceivedEmail): string {
  const code = /(?<![\w.@=-])\d{3,5} ?\d{3,5}(?![\w@])/.exec(mail.text)?.[0].replace(" ", "");
  if (!code) throw new Error(`The email "${mail.subject}" has no code`);
  return code;
}

/** The hash in the emailed link, which leads to the app or to the platform. */
export function hashOf(mail: ReceivedEmail): string {
  const hash = /[?&;]token(?:_hash)?=([\w-]+)/.exec(mail.html)?.[1];
  if (!hash) throw new Error(`The email "${mail.subject}" has no token`);
  return hash;
}

/** A different code of the same length. */
export function otherCode(code: string): string {
  return (code.startsWith("1") ? "2" : "1") + code.slice(1);
}

/** The S256 challenge of a verifier (RFC 7636). */
export function challengeOf(verifier: string): string {
  return createHash("sha256").update(verifier).digest("base64url");
}

/** Verifier and challenge of a code exchange. */
export function newVerifier() {
  const verifier = randomBytes(56).toString("hex");
  return { verifier, pkce: { code_challenge: challengeOf(verifier), code_challenge_method: "s256" } };
}

export interface Session {
  access_token: string;
  refresh_token: string;
  expires_at: number;
  user: { id: string; email: string };
}

/** Signs in by emailed code. */
export async function signIn(email: string): Promise<Session> {
  await ask("POST", "/otp", { body: { email } });
  const token = codeOf(await nextEmail(email));
  const { status, body } = await ask("POST", "/verify", { body: { type: "email", email, token } });
  if (status !== 200) throw new Error(`Signing in answered ${status}`);
  return body as Session;
}

/** The payload of a token, unverified. */
export function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Record<
    string,
    unknown
  >;
}

/** Follows an emailed link to the platform's verify endpoint and returns its redirect. */
export async function follow(link: { hash: string; type: string; redirectTo?: string }): Promise<URL> {
  const query = new URLSearchParams({ token: link.hash, type: link.type });
  if (link.redirectTo !== undefined) query.set("redirect_to", link.redirectTo);
  const { status, headers } = await ask("GET", `/verify?${query.toString()}`);
  if (status !== 303) throw new Error(`The link answered ${status} and not a redirect`);
  return new URL(headers.get("location") ?? "");
}

/** Parameters in the fragment of a redirect. */
export function fragmentOf(url: URL): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(url.hash.slice(1)));
}

/** Any loopback address passes every platform's allow-list. */
export const callback = "http://127.0.0.1:3000/auth/callback?next=%2Finbox";
