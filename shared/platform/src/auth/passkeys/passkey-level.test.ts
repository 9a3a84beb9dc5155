import { afterAll, beforeAll, expect, test } from "vitest";
import { startPlatform, type Platform } from "../../platform.ts";
import { callAuth } from "../../testing/call-auth.ts";
import { codeIn } from "../../email/mailpit.client.ts";

/** Account states that decide who may manage passkeys, written by SQL as an operator would. */

let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform({ migrations: "none", siteUrl: "https://books.example:8443" });
}, 60_000);

afterAll(async () => {
  await platform.stop();
});

function ask(method: string, path: string, body?: unknown, token = platform.anonKey) {
  return callAuth(platform, { method, path, body, token });
}

async function signIn(email: string) {
  await ask("POST", "/otp", { email });
  const token = codeIn(await platform.mailbox.latest(email));
  const { body } = await ask("POST", "/verify", { type: "email", email, token });
  return body as { access_token: string; user: { id: string } };
}

function asOperator(text: string, values: readonly unknown[]) {
  return platform.database.as("postgres", {}, (query) => query(text, values));
}

test("passkeys are created for the site's host", async () => {
  expect(await ask("POST", "/passkeys/authentication/options", {})).toMatchObject({
    status: 200,
    body: { options: { rpId: "books.example" } },
  });
});

test("with a verified factor, adding and removing passkeys needs aal2", async () => {
  const { access_token: token, user } = await signIn("factor@mail.example");
  await asOperator(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
     values (gen_random_uuid(), $1, 'Phone', 'totp', 'verified', now(), now(), 'secret')`,
    [user.id],
  );
  const refused = { status: 403, body: { code: "insufficient_aal" } };
  const id = "8f14e45f-ce0a-4f2b-9d0b-2f2a2f0e1111";
  expect(await ask("POST", "/passkeys/registration/options", {}, token)).toMatchObject(refused);
  expect(await ask("POST", "/passkeys/registration/verify", {}, token)).toMatchObject(refused);
  expect(await ask("DELETE", `/passkeys/${id}`, undefined, token)).toMatchObject(refused);
  expect(await ask("GET", "/passkeys", undefined, token)).toMatchObject({ status: 200, body: [] });

  await asOperator("update auth.sessions set aal = 'aal2' where user_id = $1", [user.id]);
  expect(await ask("POST", "/passkeys/registration/options", {}, token)).toMatchObject({ status: 200 });
});

test("an unconfirmed user cannot add a passkey", async () => {
  const { access_token: token, user } = await signIn("unproven@mail.example");
  await asOperator("update auth.users set email_confirmed_at = null where id = $1", [user.id]);
  expect(await ask("POST", "/passkeys/registration/options", {}, token)).toMatchObject({
    status: 403,
    body: { code: "email_not_confirmed" },
  });
});
