import { createClient } from "@supabase/supabase-js";
import { ask, newAddress, type TestResponse } from "./auth.client.ts";
import { target } from "./target.ts";

/** Client with the secret key. */
export function newServer() {
  const { url, serviceKey } = target();
  return createClient(url, serviceKey, { auth: { persistSession: false, autoRefreshToken: false } });
}

/** One plain request with the secret key. */
export function askAsAdmin(
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<TestResponse> {
  const { serviceKey } = target();
  return ask(method, path, { token: serviceKey, headers: { apikey: serviceKey, ...headers }, body });
}

/** An account as returned by the admin endpoints. */
export interface Account extends Record<string, unknown> {
  id: string;
  email: string;
}

/** @throws if the account wasn't created. */
export async function createAccount(attributes: Readonly<Record<string, unknown>> = {}): Promise<Account> {
  const { status, body } = await askAsAdmin("POST", "/admin/users", {
    email: newAddress(),
    email_confirm: true,
    ...attributes,
  });
  if (status !== 200) throw new Error(`Making an account answered ${status}: ${JSON.stringify(body)}`);
  return body as Account;
}

export function signInByPassword(email: string, password: string): Promise<TestResponse> {
  return ask("POST", "/token?grant_type=password", { body: { email, password } });
}

/** An id without an account. */
export const nobody = "2f9a4b1e-0000-4000-8000-000000000000";

export const password = "a long enough password 1";
