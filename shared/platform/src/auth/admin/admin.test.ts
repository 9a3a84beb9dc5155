import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { localKeys, signToken } from "../../keys.ts";
import { startPlatform, type Platform } from "../../platform.ts";
import { productConfig } from "../../product-files.ts";
import { withoutEmailTemplates } from "../../testing/without-email-templates.ts";
import { codeIn } from "../../email/mailpit.client.ts";

/** Behaviour that the wire document doesn't cover or no request shows. */

let folder = "";
let platform: Platform;
/** With the product's triggers, and without secure email change. */
let product: Platform;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sheaf-admin-"));
  platform = await startPlatform({ migrations: "none" });
  product = await startPlatform({ config: await withoutDoubleConfirmation() });
}, 60_000);

afterAll(async () => {
  await platform.stop();
  await product.stop();
  await rm(folder, { recursive: true });
});

async function withoutDoubleConfirmation(): Promise<string> {
  const text = withoutEmailTemplates(await readFile(productConfig, "utf8")).replace(
    "double_confirm_changes = true",
    "double_confirm_changes = false",
  );
  const path = join(folder, "config.toml");
  await writeFile(path, text);
  return path;
}

async function ask(on: Platform, method: string, path: string, body?: unknown, token = on.serviceKey) {
  const response = await fetch(`${on.url}/auth/v1${path}`, {
    method,
    headers: {
      apikey: on.serviceKey,
      authorization: `Bearer ${token}`,
      "x-supabase-api-version": "2024-01-01",
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function make(on: Platform, attributes: Readonly<Record<string, unknown>>): Promise<string> {
  const { status, body } = await ask(on, "POST", "/admin/users", { email_confirm: true, ...attributes });
  expect(status).toBe(200);
  return String(body["id"]);
}

function asOperator(on: Platform, text: string, values: readonly unknown[]) {
  return on.database.as("postgres", {}, (query) => query(text, values));
}

test.each([
  ["supabase_admin", 200],
  ["service_role", 200],
  ["postgres", 403],
  [undefined, 403],
])("the role %s may administer accounts: %i", async (role, status) => {
  const token = signToken({ role, exp: 4_000_000_000 }, localKeys.jwtSecret);
  expect((await ask(platform, "GET", "/admin/users", undefined, token)).status).toBe(status);
});

test("the list has neither identities nor factors", async () => {
  const email = "listed@mail.example";
  await make(platform, { email });
  const { body } = await ask(platform, "GET", `/admin/users?filter=${email}`);
  expect(body).toMatchObject({ users: [{ email, identities: null }] });
});

test("accounts of another audience are listed only when it is requested", async () => {
  const email = "partner@mail.example";
  await make(platform, { email, aud: "partners" });
  const { body } = await ask(platform, "GET", `/admin/users?filter=${email}`);
  expect(body).toMatchObject({ users: [], aud: "authenticated" });
  const response = await fetch(`${platform.url}/auth/v1/admin/users`, {
    headers: { apikey: platform.serviceKey, "x-jwt-aud": "partners" },
  });
  expect(await response.json()).toMatchObject({ users: [{ email, aud: "partners" }], aud: "partners" });
});

test("a new address voids emails sent to the old one", async () => {
  const email = "moving@mail.example";
  const id = await make(platform, { email });
  await ask(platform, "POST", "/recover", { email });
  expect((await ask(platform, "PUT", `/admin/users/${id}`, { email: "moved@mail.example" })).status).toBe(
    200,
  );
  const { rows } = await asOperator(
    platform,
    `select u.recovery_token, u.recovery_sent_at, count(t.id)::int as tokens
     from auth.users u left join auth.one_time_tokens t on t.user_id = u.id where u.id = $1 group by u.id`,
    [id],
  );
  expect(rows).toEqual([{ recovery_token: "", recovery_sent_at: null, tokens: 0 }]);
});

test("setting or confirming an address leaves its identity unverified unless the caller says so", async () => {
  const id = await make(platform, { email: "vouched@mail.example" });
  const path = `/admin/users/${id}`;
  const identity = (email_verified: boolean) => ({
    body: { identities: [{ identity_data: { email_verified } }] },
  });
  expect(await ask(platform, "GET", path)).toMatchObject(identity(false));
  await ask(platform, "PUT", path, { email: "vouched-2@mail.example", email_confirm: true });
  expect(await ask(platform, "GET", path)).toMatchObject(identity(true));
  await ask(platform, "PUT", path, { email: "vouched-3@mail.example" });
  expect(await ask(platform, "GET", path)).toMatchObject(identity(false));
});

test("adding an address or a number adds its identity", async () => {
  const id = await make(platform, { phone: "4930123456", phone_confirm: true });
  const path = `/admin/users/${id}`;
  const email = "by-number@mail.example";
  expect(await ask(platform, "PUT", path, { email, phone: "+49 30 654321" })).toMatchObject({
    status: 200,
    body: {
      email,
      phone: "4930654321",
      identities: [
        { provider: "phone", identity_data: { phone: "4930654321", phone_verified: false } },
        { provider: "email", identity_data: { email, email_verified: false } },
      ],
    },
  });
});

test("a soft deletion erases every personal column and all passkeys", async () => {
  const email = "forgotten@mail.example";
  const id = await make(platform, { email, user_metadata: { name: "Ann" }, password: "a long password 1" });
  await asOperator(
    platform,
    `with factor as (insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
       values (gen_random_uuid(), $1, 'totp', 'verified', now(), now()))
     insert into auth.webauthn_credentials (user_id, credential_id, public_key) values ($1, $2, $2)`,
    [id, Buffer.from("key")],
  );
  await ask(platform, "DELETE", `/admin/users/${id}`, { should_soft_delete: true });
  const { rows } = await asOperator(
    platform,
    `select to_jsonb(u)::text || to_jsonb(i)::text as text, u.encrypted_password is null as no_password,
       length(u.email) as email, length(u.phone) as phone, i.provider, i.email as identity_email,
       (select count(*)::int from auth.mfa_factors where user_id = $1) as factors,
       (select count(*)::int from auth.webauthn_credentials where user_id = $1) as passkeys
     from auth.users u join auth.identities i on i.user_id = u.id where u.id = $1`,
    [id],
  );
  expect(rows).toMatchObject([
    {
      no_password: true,
      email: 43,
      phone: 15,
      provider: "email",
      identity_email: null,
      factors: 0,
      passkeys: 0,
    },
  ]);
  expect(String(rows[0]?.["text"])).not.toMatch(/forgotten|Ann/);
});

test("passkeys can be listed and removed without aal2", async () => {
  const id = await make(platform, { email: "keys@mail.example" });
  const { rows } = await asOperator(
    platform,
    `insert into auth.webauthn_credentials (user_id, credential_id, public_key, friendly_name)
     values ($1, $2, $2, 'Laptop') returning id`,
    [id, Buffer.from("laptop")],
  );
  const path = `/admin/users/${id}/passkeys`;
  const passkey = String(rows[0]?.["id"]);
  const { body } = await ask(platform, "GET", path);
  expect(body).toEqual([{ id: passkey, friendly_name: "Laptop", created_at: expect.any(String) }]);
  const remove = () =>
    fetch(`${platform.url}/auth/v1${path}/${passkey}`, {
      method: "DELETE",
      headers: { apikey: platform.serviceKey },
    });
  expect((await remove()).status).toBe(204);
  expect((await remove()).status).toBe(404);
  expect((await ask(platform, "GET", path)).body).toEqual([]);
});

test("the `hashed_token` of a link to a new address does not work, as in the service", async () => {
  const email = "hash@mail.example";
  await make(platform, { email });
  const wish = { type: "email_change_new", email, new_email: "hash-new@mail.example" };
  const { body } = await ask(platform, "POST", "/admin/generate_link", wish);
  const proof = { type: "email_change", token_hash: body["hashed_token"] };
  expect(await ask(platform, "POST", "/verify", proof)).toMatchObject({
    status: 403,
    body: { code: "otp_expired" },
  });
});

test("of two simultaneous creations one succeeds", async () => {
  const email = "twice@mail.example";
  const responses = await Promise.all(
    Array.from({ length: 4 }, () => ask(platform, "POST", "/admin/users", { email })),
  );
  expect(responses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200, 422, 422, 422,
  ]);
  const invited = await Promise.all(
    Array.from({ length: 4 }, () =>
      ask(platform, "POST", "/invite", { email: "invited-twice@mail.example" }),
    ),
  );
  expect(invited.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(new Set(invited.map(({ body }) => body["id"])).size).toBe(1);
});

test("the database's message is returned only without an API version", async () => {
  const [taken, id] = ["taken@mail.example", await make(platform, { email: "taking@mail.example" })];
  await make(platform, { email: taken });
  const put = async (headers: Record<string, string>) => {
    const response = await fetch(`${platform.url}/auth/v1/admin/users/${id}`, {
      method: "PUT",
      headers: { apikey: platform.serviceKey, ...headers },
      body: JSON.stringify({ email: taken }),
    });
    return { status: response.status, body: await response.json() };
  };
  expect(await put({})).toMatchObject({ status: 500, body: { code: "23505" } });
  expect(await put({ "x-supabase-api-version": "2024-01-01" })).toEqual({
    status: 500,
    body: { code: "unexpected_failure", message: "Error updating user" },
  });
});

describe("with the product's migrations", () => {
  test("an account can be created, used, softly deleted and deleted", async () => {
    const password = "a long password 1";
    const email = "whole@mail.example";
    const id = await make(product, { email, password });
    const signedIn = await ask(product, "POST", "/token?grant_type=password", { email, password });
    expect(signedIn).toMatchObject({ status: 200, body: { user: { id } } });
    const path = `/admin/users/${id}`;
    expect(await ask(product, "DELETE", path, { should_soft_delete: true })).toMatchObject({ status: 200 });
    expect(await ask(product, "DELETE", path)).toMatchObject({ status: 200 });
    expect(await ask(product, "GET", path)).toMatchObject({ status: 404 });
  });

  test("an invitation can be accepted", async () => {
    const email = "invited@mail.example";
    expect(await ask(product, "POST", "/invite", { email })).toMatchObject({ status: 200 });
    const mail = await product.mailbox.latest(email);
    expect(mail.html).toMatch(/\/verify\?token=\w+&amp;type=invite&amp;redirect_to=/);
    const token = codeIn(mail);
    expect(await ask(product, "POST", "/verify", { type: "invite", email, token })).toMatchObject({
      status: 200,
      body: { user: { email } },
    });
  });

  test("without secure email change, only the new address's link exists and suffices", async () => {
    const email = "single@mail.example";
    const id = await make(product, { email });
    // Auth's connection doesn't tell an administrator from a user, so the change needs the user's proof.
    await product.database.as("postgres", {}, (query) =>
      query(
        "insert into private.proofs values ($1, 'email', gen_random_uuid(), now(), now() + interval '1 minute')",
        [id],
      ),
    );
    const new_email = "single-new@mail.example";
    const wish = { email, new_email };
    expect(
      await ask(product, "POST", "/admin/generate_link", { ...wish, type: "email_change_current" }),
    ).toMatchObject({ status: 400, body: { code: "validation_failed" } });
    const { body } = await ask(product, "POST", "/admin/generate_link", {
      ...wish,
      type: "email_change_new",
    });
    const proof = { type: "email_change", email: new_email, token: body["email_otp"] };
    expect(await ask(product, "POST", "/verify", proof)).toMatchObject({
      status: 200,
      body: { user: { email: new_email } },
    });
  });
});
