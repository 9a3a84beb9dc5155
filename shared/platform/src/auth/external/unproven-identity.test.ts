import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startPlatform, type Platform } from "../../platform.ts";
import { callAuth } from "../../testing/call-auth.ts";
import { submitLocalAccountForm, type Person } from "../../testing/local-account.client.ts";

/** With the product's migrations: an unverified provider profile proves nothing about an address. */

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

const owner = "owner@mail.example";
const stranger = "stranger@mail.example";

async function ask(method: string, path: string, body?: unknown, token = platform.anonKey) {
  const response = await callAuth(platform, { method, path, body, token });
  return { ...response, body: response.body as Record<string, unknown> };
}

/** Runs a provider sign-in and returns the parameters of its redirect. */
async function comeBack(providerUrl: string, person: Person): Promise<URLSearchParams> {
  const callback = await submitLocalAccountForm(providerUrl, person);
  const back = await fetch(callback, { redirect: "manual" });
  return new URLSearchParams(new URL(back.headers.get("location") ?? "").hash.slice(1));
}

async function signInAtProvider(person: Person): Promise<URLSearchParams> {
  const begun = await fetch(`${platform.url}/auth/v1/authorize?provider=keycloak`, { redirect: "manual" });
  return comeBack(begun.headers.get("location") ?? "", person);
}

async function signInByMail(email: string) {
  expect(await ask("POST", "/otp", { email })).toMatchObject({ status: 200 });
  return proveAddress(email);
}

/** Verifies the code in the newest email. */
async function proveAddress(email: string) {
  const token = /\b\d{8}\b/.exec((await platform.mailbox.latest(email)).text)?.[0];
  const { status, body } = await ask("POST", "/verify", { type: "email", email, token });
  expect(status).toBe(200);
  return body as unknown as { access_token: string; user: Account };
}

async function link(token: string, person: Person): Promise<URLSearchParams> {
  const path = "/user/identities/authorize?provider=keycloak&skip_http_redirect=true";
  const { body } = await ask("GET", path, undefined, token);
  return comeBack(String(body["url"]), person);
}

interface Account {
  id: string;
  email: string;
  identities: { provider: string; identity_id: string; identity_data: Record<string, unknown> }[];
}

async function accountOf(token: string): Promise<Account> {
  return (await ask("GET", "/user", undefined, token)).body as unknown as Account;
}

test("an unverified provider identity is removed once the owner confirms the address", async () => {
  const waiting = await signInAtProvider({ email: owner, verified: false });
  expect(waiting.get("error_code")).toBe("provider_email_needs_verification");

  const proven = await proveAddress(owner);
  expect(proven.user.identities.map(({ provider }) => provider)).not.toContain("keycloak");

  const again = await signInAtProvider({ email: owner, verified: false });
  expect(again.has("access_token")).toBe(false);
});

test("an unverified provider address never signs in to the account that linked it", async () => {
  const { access_token: token, user } = await signInByMail(stranger);
  await link(token, { email: owner, verified: false });
  expect((await accountOf(token)).identities.map(({ provider }) => provider)).toEqual(["email", "keycloak"]);

  // The service finds accounts by this column when another provider has verified the address.
  const { rows } = await platform.database.as("postgres", {}, (query) =>
    query("select user_id from auth.identities where email = $1", [owner]),
  );
  expect(rows.map(({ user_id: id }) => id)).not.toContain(user.id);
  // Reading the same profile again doesn't restore the address.
  await signInAtProvider({ email: owner, verified: false });
  expect((await accountOf(token)).identities[1]?.identity_data).not.toHaveProperty("email");
});

test("removing an identity never leaves the account with an unverified address", async () => {
  const { access_token: token } = await signInByMail(stranger);
  await link(token, { email: owner, verified: false });
  const { identities } = await accountOf(token);
  const own = identities.find(({ provider }) => provider === "email")?.identity_id ?? "";
  await ask("DELETE", `/user/identities/${own}`, undefined, token);

  const { id, email } = await accountOf(token);
  expect(email).not.toBe(owner);
  expect((await signInByMail(owner)).user.id).not.toBe(id);
});

test("a verified provider address stays in its identity", async () => {
  const { access_token: token } = await signInByMail(stranger);
  await link(token, { email: owner });
  expect((await accountOf(token)).identities).toContainEqual(
    expect.objectContaining({
      provider: "keycloak",
      identity_data: expect.objectContaining({ email: owner }),
    }),
  );
});
