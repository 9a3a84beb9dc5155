import { expect, test } from "vitest";
import { ask, callback, newVerifier } from "./auth.people.ts";
import { answerAtLocalAccount, type Person } from "../src/testing/local-account.client.ts";
import { target } from "./target.ts";

/** A test that signs in at the Local account. Elsewhere `keycloak` is somebody's real one, so it is skipped by this name. */
export function testWithProvider(name: string, run: () => Promise<void>): void {
  test(`${name} (needs the Local account)`, async (context) => {
    if (!target().localAccount) return context.skip();
    return run();
  });
}

/** The path behind `/auth/v1` of a way to the provider. */
export function authorizePath(parameters: Record<string, string>, path = "/authorize"): string {
  const query = new URLSearchParams({ provider: "keycloak", redirect_to: callback, ...parameters });
  return `${path}?${query.toString()}`;
}

/** Begins a sign-in as a browser does that will exchange a code. */
export async function begin(parameters: Record<string, string> = {}) {
  const { verifier, asked } = newVerifier();
  const { status, headers } = await ask("GET", authorizePath({ ...asked, ...parameters }));
  expect(status).toBe(302);
  return { verifier, providerUrl: headers.get("location") ?? "" };
}

/** Goes back to the platform and says where that leads. */
export async function comeBack(callbackUrl: URL): Promise<URL> {
  const { status, headers } = await fetch(callbackUrl, { redirect: "manual" });
  expect(status).toBe(302);
  return new URL(headers.get("location") ?? "");
}

/** From the app to the provider and back, up to where the app gets its code or its error. */
export async function goThrough(person: Person | "refuse", parameters: Record<string, string> = {}) {
  const { verifier, providerUrl } = await begin(parameters);
  const callbackUrl = await answerAtLocalAccount(providerUrl, person);
  return { verifier, callbackUrl, landed: await comeBack(callbackUrl) };
}

export interface ExternalSession {
  access_token: string;
  refresh_token: string;
  provider_token?: string;
  user: {
    id: string;
    email: string;
    email_confirmed_at?: string;
    app_metadata: { provider: string; providers: string[] };
    user_metadata: Record<string, unknown>;
    identities: { identity_id: string; provider: string; email?: string }[];
  };
}

export function exchange(code: string, verifier: string) {
  return ask("POST", "/token?grant_type=pkce", { body: { auth_code: code, code_verifier: verifier } });
}

/** Signs in at the provider, from the first request to the session. */
export async function signInAtProvider(person: Person): Promise<ExternalSession> {
  const { verifier, landed } = await goThrough(person);
  const { status, body } = await exchange(landed.searchParams.get("code") ?? "", verifier);
  expect(status).toBe(200);
  return body as ExternalSession;
}

/** What a redirect says of a failure, in both of its places. */
export function problemOf(url: URL) {
  return {
    query: Object.fromEntries(url.searchParams),
    fragment: Object.fromEntries(new URLSearchParams(url.hash.slice(1))),
  };
}
