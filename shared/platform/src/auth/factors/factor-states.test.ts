import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startPlatform, type Platform } from "../../platform.ts";
import { productConfig } from "../../product-files.ts";
import { callAuth } from "../../testing/call-auth.ts";
import { withoutEmailTemplates } from "../../testing/without-email-templates.ts";
import { codeIn } from "../../email/mailpit.client.ts";

/** Factor states that no request creates: other settings, another address, a name from elsewhere. */

let platform: Platform;
let switchedOff: Platform;
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sheaf-settings-"));
  platform = await startPlatform({ migrations: "none" });
  switchedOff = await startPlatform({ migrations: "none", config: await withoutFactors() });
}, 60_000);

afterAll(async () => {
  await platform.stop();
  await switchedOff.stop();
  await rm(folder, { recursive: true });
});

/** The product's settings with authenticator apps off, and the built-in emails. */
async function withoutFactors(): Promise<string> {
  const text = withoutEmailTemplates(await readFile(productConfig, "utf8")).replace(
    "enroll_enabled = true\nverify_enabled = true",
    "enroll_enabled = false\nverify_enabled = false",
  );
  const path = join(folder, "config.toml");
  await writeFile(path, text);
  return path;
}

function ask(on: Platform, method: string, path: string, token: string, body?: unknown) {
  return callAuth(on, { method, path, token, body, userAgent: "A tablet" });
}

async function signIn(on: Platform, email: string) {
  await ask(on, "POST", "/otp", on.anonKey, { email });
  const token = codeIn(await on.mailbox.latest(email));
  const { body } = await ask(on, "POST", "/verify", on.anonKey, { type: "email", email, token });
  return body as { access_token: string; refresh_token: string; user: { id: string } };
}

function asOperator(on: Platform, text: string, values: readonly unknown[]) {
  return on.database.as("postgres", {}, (query) => query(text, values));
}

async function challenged(email: string) {
  const { access_token: token } = await signIn(platform, email);
  const { body } = await ask(platform, "POST", "/factors", token, { factor_type: "totp" });
  const { id, totp } = body as { id: string; totp: { secret: string } };
  const response = await ask(platform, "POST", `/factors/${id}/challenge`, token);
  const challenge_id = (response.body as { id: string }).id;
  const verify = () =>
    ask(platform, "POST", `/factors/${id}/verify`, token, {
      challenge_id,
      code: new TOTP({ secret: totp.secret }).generate(),
    });
  return { challenge_id, verify };
}

test("a challenge must be answered from the same IP address", async () => {
  const { challenge_id, verify } = await challenged("moved@mail.example");
  const move = "update auth.mfa_challenges set ip_address = $2 where id = $1";
  await asOperator(platform, move, [challenge_id, "192.0.2.7"]);
  expect(await verify()).toMatchObject({ status: 422, body: { code: "mfa_ip_address_mismatch" } });
  await asOperator(platform, move, [challenge_id, "127.0.0.1"]);
  expect(await verify()).toMatchObject({ status: 200 });
});

test("the default issuer is the site's host", async () => {
  const { access_token: token } = await signIn(platform, "issuer@mail.example");
  const { body } = await ask(platform, "POST", "/factors", token, { factor_type: "totp" });
  const { uri } = (body as { totp: { uri: string } }).totp;
  expect(new URL(uri).searchParams.get("issuer")).toBe("localhost:3000");
});

test("a refresh stores IP address and user agent, and keeps the level", async () => {
  const { challenge_id, verify } = await challenged("noted@mail.example");
  const { body } = await verify();
  const session = body as { refresh_token: string; user: { id: string } };
  const { refresh_token } = session;
  await asOperator(platform, "update auth.sessions set ip = null, user_agent = null where user_id = $1", [
    session.user.id,
  ]);
  await ask(platform, "POST", "/token?grant_type=refresh_token", platform.anonKey, { refresh_token });
  const { rows } = await asOperator(
    platform,
    `select host(s.ip) as ip, s.user_agent, s.aal, s.refreshed_at is not null as refreshed,
       s.factor_id = c.factor_id as bound
     from auth.sessions s, auth.mfa_challenges c where s.user_id = $1 and c.id = $2`,
    [session.user.id, challenge_id],
  );
  expect(rows).toEqual([
    { ip: "127.0.0.1", user_agent: "A tablet", aal: "aal2", refreshed: true, bound: true },
  ]);
});

test("with authenticator apps off, enrolling is refused", async () => {
  const { access_token: token } = await signIn(switchedOff, "off@mail.example");
  expect(await ask(switchedOff, "POST", "/factors", token, { factor_type: "totp" })).toMatchObject({
    status: 422,
    body: { code: "mfa_totp_enroll_not_enabled" },
  });
});

test.each([
  ["totp", "mfa_totp_verify_not_enabled"],
  ["phone", "mfa_phone_verify_not_enabled"],
  ["webauthn", "mfa_webauthn_verify_not_enabled"],
])("existing factors of type %s are refused once off", async (type, code) => {
  const { access_token: token, user } = await signIn(switchedOff, `${type}@mail.example`);
  const { rows } = await asOperator(
    switchedOff,
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
     values (gen_random_uuid(), $1, 'Old', $2, 'verified', now(), now(), 'JBSWY3DPEHPK3PXP') returning id`,
    [user.id, type],
  );
  const path = `/factors/${String(rows[0]?.["id"])}`;
  const body = { challenge_id: crypto.randomUUID(), code: "123456" };
  for (const action of ["challenge", "verify"]) {
    expect(await ask(switchedOff, "POST", `${path}/${action}`, token, body)).toMatchObject({
      status: 422,
      body: { code },
    });
  }
});

test("a request for an unknown address sends no email and stores nothing", async () => {
  const before = platform.mailbox.messages().length;
  const body = {
    email: "nobody@mail.example",
    code_challenge: "x".repeat(43),
    code_challenge_method: "s256",
  };
  for (const [path, more] of [
    ["/recover", {}],
    ["/resend", { type: "signup" }],
    ["/resend", { type: "email_change" }],
  ] as const) {
    expect(await ask(platform, "POST", path, platform.anonKey, { ...body, ...more })).toMatchObject({
      status: 200,
      body: {},
    });
  }
  expect(platform.mailbox.messages()).toHaveLength(before);
  const { rows } = await asOperator(
    platform,
    `select (select count(*)::int from auth.flow_state) as flows,
       (select count(*)::int from auth.one_time_tokens where relates_to = $1) as tokens`,
    [body.email],
  );
  expect(rows).toEqual([{ flows: 0, tokens: 0 }]);
});
