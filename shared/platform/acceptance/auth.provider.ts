import { expect, test } from "vitest";
import { ask, callback, newVerifier } from "./auth.client.ts";
import { submitLocalAccountForm, type Person } from "../src/testing/local-account.client.ts";
import { target } from "./target.ts";

/** A test that signs in at the Local account. Skipped elsewhere, where `keycloak` is a real one. */
export function testWithProvider(name: string, run: () => Promise<void>): void {
  test(`${name} (needs the Local account)`, async (context) => {
    if (!target().localAccount) return context.skip();
    return run();
  });
}

/** Path after `/auth/v1` that starts a provider sign-in. */
export function authorizePath(parameters: Record<string, string>, path = "/authorize"): string {
  const query = new URLSearchParams({ provider: "keycloak", redirect_to: callback, ...parameters });
  return `${path}?${query.toString()}`;
}

/** Starts a provider sign-in with a code exchange. */
export async function begin(parameters: Record<string, string> = {}) {
  const { verifier, pkce } = newVerifier();
  const { status, headers } = await ask("GET", authorizePath({ ...pkce, ...parameters }));
  expect(status).toBe(302);
  return { verifier, providerUrl: headers.get("location") ?? "" };
}

/** Follows the callback to the platform and returns its redirect. */
export async function comeBack(callbackUrl: URL): Promise<URL> {
  const { status, headers } = await fetch(callbackUrl, { redirect: "manual" });
  expect(status).toBe(302);
  return new URL(headers.get("location") ?? "");
}

/** Runs a provider sign-in up to the redirect with its code or error. */
export async function goThrough(person: Person | "refuse", parameters: Record<string, string> = {}) {
  const { verifier, providerUrl } = await begin(parameters);
  const callbackUrl = await submitLocalAccountForm(providerUrl, person);
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
    identities: {
      identity_id: string;
      provider: string;
      email?: string;
      identity_data: Record<string, unknown>;
    }[];
  };
}

export function exchange(code: string, verifier: string) {
  return ask("POST", "/token?grant_type=pkce", { body: { auth_code: code, code_verifier: verifier } });
}

/** Signs in with the provider. */
export async function signInAtProvider(person: Person): Promise<ExternalSession> {
  const { verifier, landed } = await goThrough(person);
  const { status, body } = await exchange(landed.searchParams.get("code") ?? "", verifier);
  expect(status).toBe(200);
  return body as ExternalSession;
}

/** Error parameters in the query and the fragment of a redirect. */
export function problemOf(url: URL) {
  return {
    query: Object.fromEntries(url.searchParams),
    fragment: Object.fromEntries(new URLSearchParams(url.hash.slice(1))),
  };
}
