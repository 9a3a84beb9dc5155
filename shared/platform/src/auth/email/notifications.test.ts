import { TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { notificationNames } from "../../email/email-templates.ts";
import { startPlatform, type Platform } from "../../platform.ts";
import { callAuth } from "../../testing/call-auth.ts";
import { submitLocalAccountForm } from "../../testing/local-account.client.ts";
import { platformWith } from "../../testing/platform-with.ts";
import { signInByCode } from "../../testing/sign-in.ts";
import { codeIn } from "../../email/mailpit.client.ts";

/** Emails of Auth about a completed change, which the product leaves to its worker. */

let platform: Platform;
let silent: Platform;

beforeAll(async () => {
  const on = notificationNames.map((name) => `[auth.email.notification.${name}]\nenabled = true`);
  platform = await platformWith({ added: on.join("\n") }, { localAccount: true });
  silent = await startPlatform({ localAccount: true, migrations: "none" });
}, 60_000);

afterAll(async () => {
  await platform.stop();
  await silent.stop();
});

interface Account {
  on: Platform;
  email: string;
  token: string;
}

async function accountOn(on: Platform, email: string): Promise<Account> {
  return { on, email, token: (await signInByCode(on, email)).access_token };
}

function ask({ on, token }: Account, method: string, path: string, body?: unknown) {
  return callAuth(on, { method, path, body, token });
}

/** Subjects of the emails that `act` caused, oldest first, by address. */
async function emailsOf(on: Platform, act: () => Promise<unknown>): Promise<[to: string, subject: string][]> {
  const before = on.mailbox.messages().length;
  await act();
  const { length } = on.mailbox.messages();
  return on.mailbox
    .messages()
    .slice(0, length - before)
    .map(({ to, subject }) => [to, subject] as [string, string])
    .toReversed();
}

const password = "a long enough one";

async function setPassword(account: Account, chosen = password, status = 200) {
  expect(await ask(account, "PUT", "/user", { password: chosen })).toMatchObject({ status });
}

/** Confirms a change of address on both sides; the second half completes it. */
async function changeEmail(account: Account, email: string) {
  expect(await ask(account, "PUT", "/user", { email })).toMatchObject({ status: 200 });
  return Promise.all([codeTo(account.on, account.email), codeTo(account.on, email)]);
}

async function codeTo(on: Platform, email: string) {
  const token = codeIn(await on.mailbox.latest(email));
  return { type: "email_change", email, token };
}

/** Ends at the page with the result of the linking in the address. */
async function link(account: Account, email = account.email): Promise<URLSearchParams> {
  const path = "/user/identities/authorize?provider=keycloak&skip_http_redirect=true";
  const { url } = (await ask(account, "GET", path)).body as { url: string };
  const callback = await submitLocalAccountForm(url, { email });
  const back = await fetch(callback, { redirect: "manual" });
  return new URLSearchParams(new URL(back.headers.get("location") ?? "").hash.slice(1));
}

async function identityOf(account: Account, provider: string): Promise<string> {
  const { identities } = (await ask(account, "GET", "/user")).body as {
    identities: { provider: string; identity_id: string }[];
  };
  return identities.find((identity) => identity.provider === provider)?.identity_id ?? "";
}

async function enroll(account: Account) {
  const { body } = await ask(account, "POST", "/factors", { factor_type: "totp" });
  const { id, totp } = body as { id: string; totp: { secret: string } };
  return { id, code: () => new TOTP({ secret: totp.secret }).generate() };
}

/** The account with its token at `aal2`; the same account if the code is wrong. */
async function verify(account: Account, factor: { id: string }, code: string): Promise<Account> {
  const { body } = await ask(account, "POST", `/factors/${factor.id}/challenge`);
  const answered = await ask(account, "POST", `/factors/${factor.id}/verify`, {
    challenge_id: (body as { id: string }).id,
    code,
  });
  return answered.status === 200
    ? { ...account, token: (answered.body as { access_token: string }).access_token }
    : account;
}

test("a new password is reported to the account's address, a refused one is not", async () => {
  const ann = await accountOn(platform, "ann@mail.example");
  expect(await emailsOf(platform, () => setPassword(ann))).toEqual([
    [ann.email, "Your password was changed"],
  ]);
  expect(await emailsOf(platform, () => setPassword(ann, password, 422))).toEqual([]);
});

test("a changed address is reported to the old address, once both sides have confirmed", async () => {
  const bob = await accountOn(platform, "bob@mail.example");
  const [old, next] = await changeEmail(bob, "robert@mail.example");
  const confirm = (body: object) => () => callAuth(platform, { method: "POST", path: "/verify", body });
  expect(await emailsOf(platform, confirm(old))).toEqual([]);
  expect(await emailsOf(platform, confirm(next))).toEqual([[bob.email, "Your email address was changed"]]);
  expect((await platform.mailbox.latest(bob.email)).text).toContain("robert@mail.example");
});

test("a linked and an unlinked provider are reported with their names, a refused link is not", async () => {
  const carl = await accountOn(platform, "carl@mail.example");
  expect(await emailsOf(platform, () => link(carl))).toEqual([[carl.email, "A sign-in method was added"]]);
  expect((await platform.mailbox.latest(carl.email)).text).toContain("keycloak");
  expect(
    await emailsOf(platform, async () => {
      expect((await link(carl)).get("error_code")).toBe("identity_already_exists");
    }),
  ).toEqual([]);
  const id = await identityOf(carl, "keycloak");
  const unlink = () => ask(carl, "DELETE", `/user/identities/${id}`);
  expect(await emailsOf(platform, unlink)).toEqual([[carl.email, "A sign-in method was removed"]]);
  expect(await emailsOf(platform, unlink)).toEqual([]);
});

test("an authenticator app is reported once it is set up, and when it is removed", async () => {
  const dora = await accountOn(platform, "dora@mail.example");
  const factor = await enroll(dora);
  expect(await emailsOf(platform, () => verify(dora, factor, "000000"))).toEqual([]);
  let strong = dora;
  const finish = async () => (strong = await verify(dora, factor, factor.code()));
  expect(await emailsOf(platform, finish)).toEqual([[dora.email, "A second factor was added"]]);
  // Signing in with it is no news.
  expect(await emailsOf(platform, () => verify(strong, factor, factor.code()))).toEqual([]);
  const weak = await accountOn(platform, dora.email);
  expect(await emailsOf(platform, () => ask(weak, "DELETE", `/factors/${factor.id}`))).toEqual([]);
  expect(await emailsOf(platform, () => ask(strong, "DELETE", `/factors/${factor.id}`))).toEqual([
    [dora.email, "A second factor was removed"],
  ]);
});

test("no email reports a change where the settings say so", async () => {
  const emil = await accountOn(silent, "emil@mail.example");
  expect(await emailsOf(silent, () => setPassword(emil))).toEqual([]);
  expect(await emailsOf(silent, () => link(emil))).toEqual([]);
  const id = await identityOf(emil, "keycloak");
  expect(await emailsOf(silent, () => ask(emil, "DELETE", `/user/identities/${id}`))).toEqual([]);
  const codes = await changeEmail(emil, "emilia@mail.example");
  const confirmBoth = async () => {
    for (const body of codes) await callAuth(silent, { method: "POST", path: "/verify", body });
  };
  expect(await emailsOf(silent, confirmBoth)).toEqual([]);
  const factor = await enroll(emil);
  let strong = emil;
  const finish = async () => (strong = await verify(emil, factor, factor.code()));
  expect(await emailsOf(silent, finish)).toEqual([]);
  expect(await emailsOf(silent, () => ask(strong, "DELETE", `/factors/${factor.id}`))).toEqual([]);
});

test("a change is made even if its email is over the hourly limit", async () => {
  const limited = await platformWith({
    added: "[auth.rate_limit]\nemail_sent = 1\n[auth.email.notification.password_changed]\nenabled = true",
  });
  try {
    const fay = await accountOn(limited, "fay@mail.example");
    expect(await emailsOf(limited, () => setPassword(fay))).toEqual([]);
    const signIn = {
      method: "POST",
      path: "/token?grant_type=password",
      body: { email: fay.email, password },
    };
    expect(await callAuth(limited, signIn)).toMatchObject({ status: 200 });
  } finally {
    await limited.stop();
  }
});
