import { afterAll, beforeAll, expect, test } from "vitest";
import { startPlatform, type Platform } from "../../platform.ts";
import { callAuth } from "../../testing/call-auth.ts";
import { codeIn } from "../../email/mailpit.client.ts";

/** Account states that no endpoint here sets, written by SQL as an operator would. */

let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform({ migrations: "none" });
}, 60_000);

afterAll(async () => {
  await platform.stop();
});

interface Session {
  access_token: string;
  refresh_token: string;
  user: { id: string };
}

function ask(method: string, path: string, body?: unknown, token = platform.anonKey) {
  return callAuth(platform, { method, path, body, token });
}

async function codeFor(email: string): Promise<string> {
  await ask("POST", "/otp", { email });
  return codeIn(await platform.mailbox.latest(email));
}

async function signIn(email: string): Promise<Session> {
  const { body } = await ask("POST", "/verify", { type: "email", email, token: await codeFor(email) });
  return body as Session;
}

function asOperator(text: string, values: readonly unknown[]) {
  return platform.database.as("postgres", {}, (query) => query(text, values));
}

const ban = "update auth.users set banned_until = now() + interval '1 hour' where email = $1";

test("a banned user loses their session and gets no new one", async () => {
  const email = "banned@mail.example";
  const session = await signIn(email);
  await asOperator(ban, [email]);
  const refused = { body: { code: "user_banned" } };
  expect(await ask("GET", "/user", undefined, session.access_token)).toMatchObject({
    status: 403,
    ...refused,
  });
  const body = { refresh_token: session.refresh_token };
  expect(await ask("POST", "/token?grant_type=refresh_token", body)).toMatchObject({
    status: 400,
    ...refused,
  });
});

test("a code emailed before a ban is refused after it", async () => {
  const email = "banned-later@mail.example";
  const token = await codeFor(email);
  await asOperator(ban, [email]);
  expect(await ask("POST", "/verify", { type: "email", email, token })).toMatchObject({
    status: 403,
    body: { code: "user_banned" },
  });
});

test("with a verified factor, changing password or address needs aal2", async () => {
  const { access_token: token, user } = await signIn("factor@mail.example");
  await asOperator(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
     values (gen_random_uuid(), $1, 'Phone', 'totp', 'verified', now(), now(), 'secret')`,
    [user.id],
  );
  const refused = { status: 401, body: { code: "insufficient_aal" } };
  expect(await ask("PUT", "/user", { password: "a long enough one" }, token)).toMatchObject(refused);
  expect(await ask("PUT", "/user", { email: "new@mail.example" }, token)).toMatchObject(refused);
  const renamed = await ask("PUT", "/user", { data: { name: "Ann" } }, token);
  expect(renamed).toMatchObject({
    status: 200,
    body: { factors: [{ factor_type: "totp", status: "verified", friendly_name: "Phone" }] },
  });
  expect(JSON.stringify(renamed.body)).not.toContain('"secret"');

  await asOperator("update auth.sessions set aal = 'aal2' where user_id = $1", [user.id]);
  expect(await ask("PUT", "/user", { password: "a long enough one" }, token)).toMatchObject({ status: 200 });
});

test("changing the address of a provider account adds an email identity", async () => {
  const [email, newEmail] = ["by-provider@mail.example", "by-provider-new@mail.example"];
  const { access_token: token, user } = await signIn(email);
  await asOperator(
    `update auth.identities set provider = 'google', provider_id = 'g-1',
       identity_data = identity_data || '{"sub":"g-1"}' where user_id = $1`,
    [user.id],
  );
  await ask("PUT", "/user", { email: newEmail }, token);
  for (const address of [email, newEmail]) {
    const code = codeIn(await platform.mailbox.latest(address));
    await ask("POST", "/verify", { type: "email_change", email: address, token: code });
  }
  const { body } = await ask("GET", "/user", undefined, token);
  expect(body).toMatchObject({
    email: newEmail,
    identities: [{ provider: "google" }, { provider: "email", id: user.id, email: newEmail }],
    app_metadata: { provider: "google", providers: ["google", "email"] },
  });
});

test("an unconfirmed user gets no nonce", async () => {
  const { access_token: token, user } = await signIn("unproven@mail.example");
  await asOperator("update auth.users set email_confirmed_at = null where id = $1", [user.id]);
  expect(await ask("GET", "/reauthenticate", undefined, token)).toMatchObject({
    status: 422,
    body: { code: "email_not_confirmed" },
  });
});

test("the token of a deleted account is refused", async () => {
  const { access_token: token, user } = await signIn("deleted@mail.example");
  await asOperator("delete from auth.users where id = $1", [user.id]);
  expect(await ask("GET", "/user", undefined, token)).toMatchObject({
    status: 403,
    body: { code: "user_not_found" },
  });
});

test("a session deleted in the database is refused", async () => {
  const { access_token: token, refresh_token, user } = await signIn("ended@mail.example");
  await asOperator("delete from auth.sessions where user_id = $1", [user.id]);
  expect(await ask("GET", "/user", undefined, token)).toMatchObject({
    status: 403,
    body: { code: "session_not_found" },
  });
  expect(await ask("POST", "/token?grant_type=refresh_token", { refresh_token })).toMatchObject({
    status: 400,
    body: { code: "refresh_token_not_found" },
  });
});

test("only the service and the operator can read accounts", async () => {
  await signIn("private@mail.example");
  for (const role of ["anon", "authenticated"] as const) {
    await expect(
      platform.database.as(role, {}, (query) => query("select * from auth.users")),
    ).rejects.toThrow(/permission denied/);
  }
});

test("policies see the caller from the token", async () => {
  const claims = {
    sub: "4f5cf1d4-3f68-4b3a-a1f0-6f0f3f3c9c11",
    role: "authenticated",
    email: "a@mail.example",
  };
  const settings = { "request.jwt.claims": JSON.stringify(claims) };
  const { rows } = await platform.database.as("authenticated", settings, (query) =>
    query("select auth.uid() as id, auth.role() as role, auth.email() as email, auth.jwt() ->> 'sub' as sub"),
  );
  expect(rows).toEqual([{ id: claims.sub, role: claims.role, email: claims.email, sub: claims.sub }]);
  const nobody = await platform.database.as("anon", {}, (query) => query("select auth.uid() as id"));
  expect(nobody.rows).toEqual([{ id: null }]);
});
