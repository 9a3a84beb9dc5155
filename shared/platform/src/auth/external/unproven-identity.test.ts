import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startPlatform, type Platform } from "../../platform.ts";
import { callAuth } from "../../testing/call-auth.ts";
import { submitLocalAccountForm, type Person } from "../../testing/local-account.client.ts";
import { codeIn } from "../../email/mailpit.client.ts";

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
  const token = codeIn(await platform.mailbox.latest(email));
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

test.each<[string, Person]>([
  ["an unverified address", { email: stranger, verified: false }],
  ["another verified address", { email: owner }],
])("an account elsewhere with %s can't be linked", async (_, person) => {
  const { access_token: token, user } = await signInByMail(stranger);
  const back = await link(token, person);
  expect(back.get("error_code")).toBe("unexpected_failure");
  expect((await accountOf(token)).identities.map(({ provider }) => provider)).toEqual(["email"]);

  // The owner of the account elsewhere signs in to a separate account, or to none.
  const { access_token: other } = Object.fromEntries(await signInAtProvider(person));
  const ids = other ? [(await accountOf(other)).id] : [];
  expect(ids).not.toContain(user.id);
});

test("an account elsewhere with the same verified address can be linked", async () => {
  const { access_token: token } = await signInByMail(stranger);
  await link(token, { email: stranger });
  expect((await accountOf(token)).identities).toContainEqual(
    expect.objectContaining({
      provider: "keycloak",
      identity_data: expect.objectContaining({ email: stranger }),
    }),
  );
});
