import { limits } from "@sheaf/contract/limits";
import { TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startPlatform, type Platform } from "../../platform.ts";
import { callAuth } from "../../testing/call-auth.ts";
import { submitLocalAccountForm } from "../../testing/local-account.client.ts";
import { signInByCode } from "../../testing/sign-in.ts";

/** Auth with the product's hooks, and with others in their place. */

let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform({ localAccount: true });
}, 60_000);

afterAll(() => platform.stop());
beforeEach(() => platform.reset());

const email = "ann@mail.example";
const password = "a long enough one";

function ask(method: string, path: string, body?: unknown, token = platform.anonKey) {
  return callAuth(platform, { method, path, body, token });
}

/** As an administrator of the project. */
async function administer(path: string, body: unknown) {
  const response = await fetch(`${platform.url}/auth/v1${path}`, {
    method: "POST",
    headers: { apikey: platform.serviceKey, "x-supabase-api-version": "2024-01-01" },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

const asOwner = (text: string) => platform.database.as("postgres", {}, (query) => query(text, []));

/** Runs `work` with another function in a hook's place. */
async function withHook(name: string, body: string, work: () => Promise<void>): Promise<void> {
  const { rows } = await platform.database.as("postgres", {}, (query) =>
    query<{ definition: string }>(`select pg_get_functiondef('hooks.${name}'::regproc) as definition`, []),
  );
  await asOwner(
    `create or replace function hooks.${name}(event jsonb) returns jsonb language plpgsql set search_path = '' as
     $hook$ begin ${body} end $hook$`,
  );
  try {
    await work();
  } finally {
    await asOwner(rows[0]?.definition ?? "");
  }
}

const answering = (answer: unknown) => `return '${JSON.stringify(answer)}';`;

const waitIsOver = () => asOwner("update private.wrong_attempts set blocked_until = '-infinity'");

/** Signs in, and proves who it is for one change of the ways in. */
async function signInFor(act: "password" | "factors"): Promise<string> {
  const { access_token: token } = await signInByCode(platform, email);
  const response = await fetch(`${platform.url}/rest/v1/rpc/record_proof`, {
    method: "POST",
    headers: {
      apikey: platform.anonKey,
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ act }),
  });
  expect(response.status).toBe(200);
  return token;
}

async function withAuthenticator() {
  const token = await signInFor("factors");
  const { body } = await ask("POST", "/factors", { factor_type: "totp" }, token);
  const { id, totp } = body as { id: string; totp: { secret: string } };
  const challenge = async () => {
    const { body: made } = await ask("POST", `/factors/${id}/challenge`, undefined, token);
    return (made as { id: string }).id;
  };
  return {
    token,
    challenge,
    code: () => new TOTP({ secret: totp.secret }).generate(),
    verify: (challenge_id: string, code: string) =>
      ask("POST", `/factors/${id}/verify`, { challenge_id, code }, token),
  };
}

const wrongCode = { status: 422, body: { code: "mfa_verification_failed" } };
const tooMany = { status: 429, body: { code: "unknown", message: expect.stringMatching(/^Too many wrong/) } };

test("after wrong codes in a row the right one is refused too, and no session ends", async () => {
  const { token, challenge, code, verify } = await withAuthenticator();
  const open = await challenge();
  for (let wrong = 0; wrong < limits.wrongAttempts; wrong += 1) {
    expect(await verify(open, "000000")).toMatchObject(wrongCode);
  }
  expect(await verify(open, code())).toMatchObject(tooMany);
  expect(await ask("GET", "/user", undefined, token)).toMatchObject({ status: 200 });
  await waitIsOver();
  expect(await verify(open, code())).toMatchObject({ status: 200 });
});

test("after wrong passwords in a row the right one is refused too, and an emailed code still works", async () => {
  const token = await signInFor("password");
  await ask("PUT", "/user", { password }, token);
  const signIn = (given: string) => ask("POST", "/token?grant_type=password", { email, password: given });
  for (let wrong = 0; wrong < limits.wrongAttempts; wrong += 1) {
    expect(await signIn("not this one")).toMatchObject({
      status: 400,
      body: { code: "invalid_credentials" },
    });
  }
  expect(await signIn(password)).toMatchObject(tooMany);
  await asOwner("update auth.users set recovery_sent_at = null");
  expect((await signInByCode(platform, email)).user.email).toBe(email);
  await waitIsOver();
  expect(await signIn(password)).toMatchObject({ status: 200 });
});

const full = { error: { http_code: 429, message: "Too many new accounts." } };
const refusedByHook = { status: 429, body: { code: "unknown", message: "Too many new accounts." } };

test("a new account is refused by the hook, whichever request creates it, and a known one is not asked about", async () => {
  await signInByCode(platform, "known@mail.example");
  await asOwner("update auth.users set recovery_sent_at = null");
  await withHook("before_user_created", answering(full), async () => {
    expect(await ask("POST", "/otp", { email })).toMatchObject(refusedByHook);
    expect(await ask("POST", "/signup", { email, password })).toMatchObject(refusedByHook);
    const link = { type: "magiclink", email };
    expect(await administer("/admin/generate_link", link)).toMatchObject(refusedByHook);
    const begun = await fetch(`${platform.url}/auth/v1/authorize?provider=keycloak`, { redirect: "manual" });
    const callback = await submitLocalAccountForm(begun.headers.get("location") ?? "", { email });
    const back = new URL((await fetch(callback, { redirect: "manual" })).headers.get("location") ?? "")
      .searchParams;
    expect(back.get("error_description")).toBe("Too many new accounts.");

    expect(await ask("POST", "/otp", { email: "known@mail.example" })).toMatchObject({ status: 200 });
    const made = { email: "made@mail.example", email_confirm: true };
    expect(await administer("/admin/users", made)).toMatchObject({ status: 200 });
  });
  const { rows } = await asOwner("select email from auth.users order by email");
  expect(rows.map((row) => row["email"])).toEqual(["known@mail.example", "made@mail.example"]);
});

test("the hook gets the address, the network address and the metadata of a new account", async () => {
  await withHook(
    "before_user_created",
    "return jsonb_build_object('error', jsonb_build_object('http_code', 422, 'message', (event #- '{metadata,time}' #- '{metadata,uuid}' #- '{user,id}')::text));",
    async () => {
      const { status, body } = await ask("POST", "/otp", { email, data: { name: "Ann" } });
      expect(status).toBe(422);
      expect(JSON.parse((body as { message: string }).message)).toEqual({
        metadata: { name: "before-user-created", ip_address: "127.0.0.1" },
        user: {
          aud: "authenticated",
          role: "",
          email,
          phone: "",
          app_metadata: { provider: "email", providers: ["email"] },
          user_metadata: { name: "Ann" },
          identities: [],
          is_anonymous: false,
        },
      });
    },
  );
});

test("a hook that raises an error fails the request, and no account is created", async () => {
  await withHook("before_user_created", "raise exception 'Closed.';", async () => {
    expect(await ask("POST", "/otp", { email })).toMatchObject({
      status: 500,
      body: {
        code: "unexpected_failure",
        message: "Error running hook URI: pg-functions://postgres/hooks/before_user_created",
      },
    });
  });
  expect((await asOwner("select from auth.users")).rows).toEqual([]);
});

test("a hook's decision to reject a code ends every session of the account", async () => {
  const { token, challenge, code, verify } = await withAuthenticator();
  const open = await challenge();
  await withHook("mfa_verification_attempt", answering({ decision: "reject", message: "No." }), async () => {
    expect(await verify(open, code())).toMatchObject({
      status: 403,
      body: { code: "mfa_verification_rejected", message: "No." },
    });
  });
  expect(await ask("GET", "/user", undefined, token)).toMatchObject({ status: 403 });
});

test("a hook's decision to reject a password ends sessions only if it says so", async () => {
  const token = await signInFor("password");
  await ask("PUT", "/user", { password }, token);
  const signIn = () => ask("POST", "/token?grant_type=password", { email, password });
  for (const [should_logout_user, status] of [
    [false, 200],
    [true, 403],
  ] as const) {
    await withHook(
      "password_verification_attempt",
      answering({ decision: "reject", should_logout_user }),
      async () => {
        expect(await signIn()).toMatchObject({
          status: 400,
          body: {
            code: "invalid_credentials",
            message: "Further password verification attempts will be rejected.",
          },
        });
      },
    );
    expect(await ask("GET", "/user", undefined, token)).toMatchObject({ status });
  }
});
