import { describe, expect, test } from "vitest";
import { covers } from "./coverage/covers.ts";
import {
  askAsAdmin,
  createAccount,
  newServer,
  password,
  signInByPassword,
  type Account,
} from "./auth.admin.ts";
import { ask, callback, claimsOf, fragmentOf, emailCount, newAddress, type Session } from "./auth.client.ts";
import { target } from "./target.ts";
import { putForward, testWithClock } from "./with-clock.ts";

covers("POST /auth/v1/admin/generate_link", "GET /auth/v1/verify", "POST /auth/v1/verify");

interface Link extends Account {
  action_link: string;
  email_otp: string;
  hashed_token: string;
  verification_type: string;
  redirect_to: string;
}

function askForLink(body: Readonly<Record<string, unknown>>) {
  return askAsAdmin("POST", "/admin/generate_link", body);
}

async function newLink(wanted: Readonly<Record<string, unknown>>): Promise<Link> {
  const { status, body } = await askForLink({ redirect_to: callback, ...wanted });
  if (status !== 200) throw new Error(`A link was answered ${status}: ${JSON.stringify(body)}`);
  return body as Link;
}

/** Opens the link like a browser, without a key, and returns where it leads. */
async function open(link: string): Promise<URL> {
  const { status, headers } = await fetch(link, { redirect: "manual" });
  if (status !== 303) throw new Error(`The link answered ${status} and not a redirect`);
  return new URL(headers.get("location") ?? "");
}

function verify(body: Readonly<Record<string, unknown>>) {
  return ask("POST", "/verify", { body });
}

const expired = { status: 403, body: { code: "otp_expired" } };

/** Each type with an account to use it for; undefined where it creates one. */
const types = [
  ["signup", async () => ({ email: newAddress(), password })],
  ["invite", async () => ({ email: newAddress() })],
  ["magiclink", async () => ({ email: (await createAccount()).email })],
  ["recovery", async () => ({ email: (await createAccount()).email })],
] as const;

describe.each(types)("a link of the type %s", (type, given) => {
  test("is returned with the user's fields, and no email is sent", async () => {
    const wanted = await given();
    const link = await newLink({ type, ...wanted });
    expect(link).toMatchObject({
      email: wanted.email,
      role: "authenticated",
      verification_type: type,
      redirect_to: callback,
    });
    expect(link["identities"]).toHaveLength(1);
    const action = new URL(link.action_link);
    expect(action.pathname).toBe(new URL(`${target().url}/auth/v1/verify`).pathname);
    expect(Object.fromEntries(action.searchParams)).toEqual({
      token: link.hashed_token,
      type,
      redirect_to: callback,
    });
    expect(await emailCount(wanted.email)).toBe(0);
  });

  test("signs its user in where it is opened, once, without a code exchange", async () => {
    const { action_link, id } = await newLink({ type, ...(await given()) });
    const there = await open(action_link);
    expect(there.href.startsWith(`${callback}#`)).toBe(true);
    const { access_token = "", type: linkType } = fragmentOf(there);
    expect(linkType).toBe(type);
    expect(claimsOf(access_token)).toMatchObject({ sub: id, amr: [{ method: "otp" }] });
    expect(await ask("GET", "/user", { token: access_token })).toMatchObject({ status: 200, body: { id } });
    expect(fragmentOf(await open(action_link))).toMatchObject({ error_code: "otp_expired" });
  });

  test("also works by its hash and by its code", async () => {
    const byHash = await newLink({ type, ...(await given()) });
    const answered = await verify({ type, token_hash: byHash.hashed_token });
    expect(answered).toMatchObject({ status: 200, body: { user: { id: byHash.id } } });
    expect(await verify({ type, token_hash: byHash.hashed_token })).toMatchObject(expired);
    const { id, email, email_otp } = await newLink({ type, ...(await given()) });
    expect(await verify({ type, email, token: email_otp })).toMatchObject({
      status: 200,
      body: { user: { id } },
    });
  });

  testWithClock("expires like an emailed one", async () => {
    const { hashed_token } = await newLink({ type, ...(await given()) });
    await putForward(25 * 60 * 60);
    expect(await verify({ type, token_hash: hashed_token })).toMatchObject(expired);
  });
});

test("the client library separates the link's properties from the user", async () => {
  const email = newAddress();
  const { data, error } = await newServer().auth.admin.generateLink({
    type: "signup",
    email,
    password,
    options: { data: { name: "Ann" }, redirectTo: callback },
  });
  expect(error).toBeNull();
  expect(data.properties).toMatchObject({ verification_type: "signup", redirect_to: callback });
  expect(data.user).toMatchObject({ email, user_metadata: { name: "Ann" } });
  const token_hash = data.properties?.hashed_token ?? "";
  const { auth } = newServer();
  const { data: verified } = await auth.verifyOtp({ type: "signup", token_hash });
  expect(verified.user).toMatchObject({ email, user_metadata: { name: "Ann", email_verified: true } });
  expect(await signInByPassword(email, password)).toMatchObject({ status: 200 });
});

test("a link to a target that is not allowed leads to the site", async () => {
  const { email } = await createAccount();
  const elsewhere = await newLink({ type: "magiclink", email, redirect_to: "https://elsewhere.example/" });
  const nowhere = await newLink({ type: "magiclink", email, redirect_to: undefined });
  expect(elsewhere.redirect_to).toBe(nowhere.redirect_to);
  expect(elsewhere.redirect_to).not.toContain("elsewhere");
});

describe("an address without an account", () => {
  test("is signed up by a sign-in link, which has the type signup", async () => {
    const email = newAddress();
    const link = await newLink({ type: "magiclink", email, data: { name: "Ann" } });
    expect(link).toMatchObject({ email, verification_type: "signup", user_metadata: { name: "Ann" } });
    expect(new URL(link.action_link).searchParams.get("type")).toBe("signup");
    expect(await verify({ type: "signup", token_hash: link.hashed_token })).toMatchObject({ status: 200 });
  });

  test.each(["recovery", "email_change_current", "email_change_new"])("is refused by %s", async (type) => {
    const response = await askForLink({ type, email: newAddress(), new_email: newAddress() });
    expect(response).toMatchObject({
      status: 404,
      body: { code: "user_not_found", message: "User with this email not found" },
    });
  });

  test("is signed up only with a strong password", async () => {
    const email = newAddress();
    expect(await askForLink({ type: "signup", email })).toMatchObject({
      status: 400,
      body: { code: "validation_failed", message: "Signup requires a valid password" },
    });
    expect(await askForLink({ type: "signup", email, password: "abc" })).toMatchObject({
      status: 422,
      body: { code: "weak_password" },
    });
  });

  test("that was invited by a link has `invited_at` and no password", async () => {
    const link = await newLink({ type: "invite", email: newAddress(), data: { name: "Ann" } });
    expect(link).toMatchObject({ user_metadata: { name: "Ann" } });
    expect(link).toHaveProperty("invited_at");
  });
});

describe("an unconfirmed account", () => {
  test("keeps its password when signed up again, and merges the metadata", async () => {
    const { id, email } = await createAccount({
      email_confirm: false,
      password,
      user_metadata: { name: "Ann" },
    });
    const wish = { type: "signup", email, password: `${password} other`, data: { city: "Bern" } };
    const link = await newLink(wish);
    expect(link).toMatchObject({ id, user_metadata: { name: "Ann", city: "Bern" } });
    await verify({ type: "signup", token_hash: link.hashed_token });
    expect(await signInByPassword(email, password)).toMatchObject({ status: 200 });
  });

  test("is also confirmed by a sign-in link", async () => {
    const { email } = await createAccount({ email_confirm: false });
    const { verification_type: type, hashed_token } = await newLink({ type: "magiclink", email });
    expect(type).toBe("magiclink");
    const { body } = await verify({ type, token_hash: hashed_token });
    expect((body as Session).user).toHaveProperty("email_confirmed_at");
  });

  test("can be neither signed up nor invited once confirmed", async () => {
    const { email } = await createAccount();
    for (const type of ["signup", "invite"]) {
      expect(await askForLink({ type, email, password })).toMatchObject({
        status: 422,
        body: { code: "email_exists" },
      });
    }
  });
});

describe("an email change", () => {
  test("is completed by both links, with the messages of an emailed change", async () => {
    const { id, email } = await createAccount();
    const new_email = newAddress();
    const current = await newLink({ type: "email_change_current", email, new_email });
    const next = await newLink({ type: "email_change_new", email, new_email });
    expect(current).toMatchObject({ id, email, new_email, verification_type: "email_change_current" });
    expect(next).toMatchObject({ id, email, new_email, verification_type: "email_change_new" });
    for (const { action_link } of [current, next]) {
      expect(new URL(action_link).searchParams.get("type")).toBe("email_change");
    }
    expect(fragmentOf(await open(current.action_link))).toMatchObject({
      message: expect.stringMatching(/proceed to confirm link sent to the other email/),
    });
    const { access_token: token = "" } = fragmentOf(await open(next.action_link));
    expect(await ask("GET", "/user", { token })).toMatchObject({ body: { id, email: new_email } });
  });

  test("is completed by the codes, each with its own address", async () => {
    const { email } = await createAccount();
    const new_email = newAddress();
    const next = await newLink({ type: "email_change_new", email, new_email });
    const current = await newLink({ type: "email_change_current", email, new_email });
    const type = "email_change";
    expect(await verify({ type, email: new_email, token: next.email_otp })).toMatchObject({
      status: 200,
      body: { code: "200" },
    });
    expect(await verify({ type, email, token: current.email_otp })).toMatchObject({
      status: 200,
      body: { user: { email: new_email } },
    });
  });

  test("is confirmed by the hash of the current address", async () => {
    const { email } = await createAccount();
    const { hashed_token } = await newLink({ type: "email_change_current", email, new_email: newAddress() });
    expect(await verify({ type: "email_change", token_hash: hashed_token })).toMatchObject({
      status: 200,
      body: { code: "200" },
    });
  });

  test("restarts for both addresses when a link is created after the first confirmation", async () => {
    const { email } = await createAccount();
    const new_email = newAddress();
    const current = await newLink({ type: "email_change_current", email, new_email });
    expect(fragmentOf(await open(current.action_link))).toHaveProperty("message");
    const next = await newLink({ type: "email_change_new", email, new_email });
    expect(fragmentOf(await open(next.action_link))).toHaveProperty("message");
  });

  test("is refused for an address that is taken, and without one", async () => {
    const [one, two] = [await createAccount(), await createAccount()];
    for (const type of ["email_change_current", "email_change_new"]) {
      expect(await askForLink({ type, email: one.email, new_email: two.email })).toMatchObject({
        status: 422,
        body: { code: "email_exists" },
      });
      expect(await askForLink({ type, email: one.email, new_email: "ann" })).toMatchObject({
        status: 400,
        body: { code: "validation_failed" },
      });
    }
  });
});

test.each([
  ["of no type that there is", { type: "letter" }, "validation_failed"],
  ["without an address", { type: "magiclink", email: "" }, "validation_failed"],
])("a link %s is refused", async (_, wish, code) => {
  const { email } = await createAccount();
  expect(await askForLink({ email, ...wish })).toMatchObject({ status: 400, body: { code } });
});

test("a body that is not JSON is refused", async () => {
  expect(await askAsAdmin("POST", "/admin/generate_link", "{")).toMatchObject({
    status: 400,
    body: { code: "bad_json" },
  });
});
