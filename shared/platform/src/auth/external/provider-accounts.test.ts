import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startPlatform, type Platform } from "../../platform.ts";
import { callAuth } from "../../testing/call-auth.ts";
import { submitLocalAccountForm, type Person } from "../../testing/local-account.client.ts";
import { codeIn } from "../../email/mailpit.client.ts";

/** With the product's migrations, whose triggers handle accounts that a provider creates, confirms or joins. */

let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform({ localAccount: true });
}, 60_000);

afterAll(async () => {
  await platform.stop();
});

beforeEach(async () => {
  await platform.reset();
});

const email = "ada@mail.example";
const password = "a long enough one";

function ask(method: string, path: string, body?: unknown, token = platform.anonKey) {
  return callAuth(platform, { method, path, body, token });
}

/** Runs a provider sign-in and returns the parameters of its redirect. */
async function signInAtProvider(person: Person): Promise<URLSearchParams> {
  const begun = await fetch(`${platform.url}/auth/v1/authorize?provider=keycloak`, { redirect: "manual" });
  const callback = await submitLocalAccountForm(begun.headers.get("location") ?? "", person);
  const back = await fetch(callback, { redirect: "manual" });
  return new URLSearchParams(new URL(back.headers.get("location") ?? "").hash.slice(1));
}

const signInByPassword = () => ask("POST", "/token?grant_type=password", { email, password });

async function storedPasswords(): Promise<unknown[]> {
  const { rows } = await platform.database.as("postgres", {}, (query) =>
    query("select coalesce(encrypted_password, '') as password from auth.users where email = $1", [email]),
  );
  return rows.map(({ password }) => password);
}

const refused = { status: 400, body: { code: "invalid_credentials" } };

test("a password from before confirmation is removed when a provider verifies the address", async () => {
  expect(await ask("POST", "/signup", { email, password })).toMatchObject({ status: 200 });
  expect((await storedPasswords())[0]).not.toBe("");
  expect((await signInAtProvider({ email })).has("access_token")).toBe(true);
  expect(await storedPasswords()).toEqual([""]);
  expect(await signInByPassword()).toMatchObject(refused);
});

test("it is also removed when the owner confirms by the email of the provider sign-in", async () => {
  const back = await signInAtProvider({ email, verified: false });
  expect(back.get("error_code")).toBe("provider_email_needs_verification");
  // Knowing of the unconfirmed account doesn't allow setting its password.
  await ask("POST", "/signup", { email, password });
  const token = codeIn(await platform.mailbox.latest(email));
  expect(await ask("POST", "/verify", { type: "email", email, token })).toMatchObject({ status: 200 });
  expect(await storedPasswords()).toEqual([""]);
  expect(await signInByPassword()).toMatchObject(refused);
});

function callFunction(name: string, args: Record<string, string>, token: string): Promise<Response> {
  return fetch(`${platform.url}/rest/v1/rpc/${name}`, {
    method: "POST",
    headers: {
      apikey: platform.anonKey,
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(args),
  });
}

test("a confirmed account keeps its password when a provider is linked", async () => {
  const made = await signInAtProvider({ email });
  const token = made.get("access_token") ?? "";
  expect(await callFunction("record_proof", { act: "password" }, token)).toMatchObject({ status: 200 });
  expect(await ask("PUT", "/user", { password }, token)).toMatchObject({ status: 200 });
  expect((await signInAtProvider({ email })).has("access_token")).toBe(true);
  expect(await signInByPassword()).toMatchObject({ status: 200, body: { user: { email } } });
});

test("an account created by a provider works in the product at once", async () => {
  const token = (await signInAtProvider({ email, name: "Ada" })).get("access_token") ?? "";
  const workspace = { name: "Ada's books", display_name: "Ada" };
  expect(await callFunction("create_workspace", workspace, token)).toMatchObject({ status: 200 });
});

test("a platform reset also signs out provider users", async () => {
  const first = await signInAtProvider({ email });
  const before = await ask("GET", "/user", undefined, first.get("access_token") ?? "");
  await platform.reset();
  const second = await signInAtProvider({ email });
  const after = await ask("GET", "/user", undefined, second.get("access_token") ?? "");
  expect(after).toMatchObject({ status: 200, body: { email } });
  expect((after.body as { id: string }).id).not.toBe((before.body as { id: string }).id);
});
