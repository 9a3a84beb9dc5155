import { createHash, randomBytes, randomUUID } from "node:crypto";
import { createClient } from "@supabase/supabase-js";
import { mailpitClient, type ReceivedMail } from "../src/mail/mailpit.client.ts";
import { target } from "./target.ts";

/** The date from which on errors carry their code as text. */
export const apiVersion = { "X-Supabase-Api-Version": "2024-01-01" };

/** An address that no other test has; no digits in a row that could pass for a code. */
export function newAddress(): string {
  return `accept-${randomUUID().replace(/\d/g, "x")}@mail.example`;
}

export interface Answer {
  status: number;
  headers: Headers;
  /** The JSON body, or `undefined` where there is none. */
  body: unknown;
}

interface Asked {
  body?: unknown;
  /** Bearer token; without one the key stands in for it, as clients do. */
  token?: string;
  headers?: Record<string, string>;
}

/** One request to Auth as the wire has it; redirects are not followed. `path` begins behind `/auth/v1`. */
export async function ask(method: string, path: string, asked: Asked = {}): Promise<Answer> {
  const { url, anonKey } = target();
  const response = await fetch(`${url}/auth/v1${path}`, {
    method,
    redirect: "manual",
    headers: {
      apikey: anonKey,
      authorization: `Bearer ${asked.token ?? anonKey}`,
      "content-type": "application/json;charset=UTF-8",
      ...apiVersion,
      ...asked.headers,
    },
    ...(asked.body !== undefined && {
      body: typeof asked.body === "string" ? asked.body : JSON.stringify(asked.body),
    }),
  });
  const text = await response.text();
  const json = response.headers.get("content-type")?.startsWith("application/json") && text !== "";
  return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : undefined };
}

/** A client as a browser has it: code exchange, and a storage of its own for session and verifiers. */
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

/** The next mail to that address that no call has returned before. */
export async function nextMail(to: string): Promise<ReceivedMail> {
  const seen = taken.get(to) ?? [];
  const mail = await mailpitClient({ url: target().mailUrl }).nextMail({ to, seen });
  taken.set(to, [...seen, mail.id]);
  return mail;
}

/** How many mails that address has got. */
export async function mailCount(to: string): Promise<number> {
  return (await mailpitClient({ url: target().mailUrl }).idsFor(to)).length;
}

/** The typed code, of whatever length the platform is set to. */
export function codeOf(mail: ReceivedMail): string {
  const code = /(?<![\w.@=-])\d{6,10}(?![\w@])/.exec(mail.text)?.[0];
  if (!code) throw new Error(`The mail "${mail.subject}" holds no code`);
  return code;
}

/** The hash in the mailed link, whether it leads to the app or to the platform. */
export function hashOf(mail: ReceivedMail): string {
  const hash = /[?&;]token(?:_hash)?=([\w-]+)/.exec(mail.html)?.[1];
  if (!hash) throw new Error(`The mail "${mail.subject}" holds no token`);
  return hash;
}

/** A code of the same length that is not this one. */
export function otherCode(code: string): string {
  return (code.startsWith("1") ? "2" : "1") + code.slice(1);
}

/** What is sent in place of a verifier, by the method S256 (RFC 7636). */
export function challengeOf(verifier: string): string {
  return createHash("sha256").update(verifier).digest("base64url");
}

/** What a browser makes before it asks for a link, and keeps. */
export function newVerifier() {
  const verifier = randomBytes(56).toString("hex");
  return { verifier, asked: { code_challenge: challengeOf(verifier), code_challenge_method: "s256" } };
}

export interface Session {
  access_token: string;
  refresh_token: string;
  expires_at: number;
  user: { id: string; email: string };
}

/** Signs someone in by code, from the first mail to the session. */
export async function signIn(email: string): Promise<Session> {
  await ask("POST", "/otp", { body: { email } });
  const token = codeOf(await nextMail(email));
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

/** Follows a mailed link to the platform's verify endpoint and says where it leads. */
export async function follow(link: { hash: string; type: string; redirectTo?: string }): Promise<URL> {
  const query = new URLSearchParams({ token: link.hash, type: link.type });
  if (link.redirectTo !== undefined) query.set("redirect_to", link.redirectTo);
  const { status, headers } = await ask("GET", `/verify?${query.toString()}`);
  if (status !== 303) throw new Error(`The link answered ${status} and not a redirect`);
  return new URL(headers.get("location") ?? "");
}

/** What a redirect says behind its `#`. */
export function fragmentOf(url: URL): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(url.hash.slice(1)));
}

/** Any loopback address passes every platform's allow-list. */
export const callback = "http://127.0.0.1:3000/auth/callback?next=%2Finbox";
