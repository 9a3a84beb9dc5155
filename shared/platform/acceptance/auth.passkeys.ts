import { expect, test } from "vitest";
import { ask, newAddress, signIn } from "./auth.client.ts";
import { newAuthenticator, type CreationOptions, type RequestOptions } from "./software-authenticator.ts";
import { target } from "./target.ts";

type Authenticator = ReturnType<typeof newAuthenticator>;

interface Begun<Options> {
  challenge_id: string;
  options: Options;
  expires_at: number;
}

interface Passkey {
  id: string;
  friendly_name: string;
  created_at: string;
  last_used_at?: string;
}

/** Origin of the platform's passkeys. */
export const site = () => target().passkeyOrigin;

/** A test that needs passkeys and their origin. */
export function testWithPasskeys(name: string, run: () => Promise<void>): void {
  test(`${name} (needs passkeys)`, async (context) => {
    if (!site()) return context.skip();
    return run();
  });
}

export async function beginRegistration(token: string) {
  const { status, body } = await ask("POST", "/passkeys/registration/options", { token, body: {} });
  expect(status).toBe(200);
  return body as Begun<CreationOptions>;
}

export async function beginAuthentication() {
  const { status, body } = await ask("POST", "/passkeys/authentication/options", { body: {} });
  expect(status).toBe(200);
  return body as Begun<RequestOptions>;
}

export function finishRegistration(token: string, challengeId: string, credential: unknown) {
  return ask("POST", "/passkeys/registration/verify", {
    token,
    body: { challenge_id: challengeId, credential },
  });
}

export function finishAuthentication(challengeId: string, credential: unknown) {
  return ask("POST", "/passkeys/authentication/verify", { body: { challenge_id: challengeId, credential } });
}

export async function addPasskey(token: string, authenticator: Authenticator): Promise<Passkey> {
  const begun = await beginRegistration(token);
  const { status, body } = await finishRegistration(
    token,
    begun.challenge_id,
    authenticator.create(begun.options),
  );
  expect(status).toBe(200);
  return body as Passkey;
}

export async function userWithPasskey() {
  const email = newAddress();
  const session = await signIn(email);
  const authenticator = newAuthenticator(site());
  const passkey = await addPasskey(session.access_token, authenticator);
  return { email, session, authenticator, passkey, token: session.access_token };
}
