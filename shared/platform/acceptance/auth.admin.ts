import { createClient } from "@supabase/supabase-js";
import { ask, newAddress, type Answer } from "./auth.people.ts";
import { target } from "./target.ts";

/** What a trusted server has. */
export function newServer() {
  const { url, serviceKey } = target();
  return createClient(url, serviceKey, { auth: { persistSession: false, autoRefreshToken: false } });
}

/** One request with the secret key, as the wire has it. */
export function askAsAdmin(
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<Answer> {
  const { serviceKey } = target();
  return ask(method, path, { token: serviceKey, headers: { apikey: serviceKey, ...headers }, body });
}

/** The account as an administrator sees it. */
export interface Account extends Record<string, unknown> {
  id: string;
  email: string;
}

/** @throws where it was not made. */
export async function createAccount(attributes: Readonly<Record<string, unknown>> = {}): Promise<Account> {
  const { status, body } = await askAsAdmin("POST", "/admin/users", {
    email: newAddress(),
    email_confirm: true,
    ...attributes,
  });
  if (status !== 200) throw new Error(`Making an account answered ${status}: ${JSON.stringify(body)}`);
  return body as Account;
}

export function signInByPassword(email: string, password: string): Promise<Answer> {
  return ask("POST", "/token?grant_type=password", { body: { email, password } });
}

/** An id that no account has. */
export const nobody = "2f9a4b1e-0000-4000-8000-000000000000";

export const password = "a long enough password 1";
