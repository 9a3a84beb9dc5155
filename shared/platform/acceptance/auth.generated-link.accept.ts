import { describe, expect, test } from "vitest";
import { covers } from "./coverage/covers.ts";
import { askAsAdmin, createAccount, newServer, type Account } from "./auth.admin.ts";
import { ask, callback, claimsOf, emailCount, fragmentOf, newAddress, type Session } from "./auth.client.ts";
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
  return askAsAdmin("POST", "/admin/generate_link", { type: "magiclink", redirect_to: callback, ...body });
}

async function newLink(wanted: Readonly<Record<string, unknown>>): Promise<Link> {
  const { status, body } = await askForLink(wanted);
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

/** A sign-in link has the type signup for an address without an account, which it signs up. */
const addresses = [
  ["a known address", "magiclink", async () => (await createAccount()).email],
  ["a new address", "signup", () => Promise.resolve(newAddress())],
] as const;

describe.each(addresses)("a link for %s", (_, type, given) => {
  test("is returned with the user's fields, and no email is sent", async () => {
    const email = await given();
    const link = await newLink({ email });
    expect(link).toMatchObject({
      email,
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
    expect(await emailCount(email)).toBe(0);
  });

  test("signs its user in where it is opened, once, without a code exchange", async () => {
    const { action_link, id } = await newLink({ email: await given() });
    const there = await open(action_link);
    expect(there.href.startsWith(`${callback}#`)).toBe(true);
    const { access_token = "", type: linkType } = fragmentOf(there);
    expect(linkType).toBe(type);
    expect(claimsOf(access_token)).toMatchObject({ sub: id, amr: [{ method: "otp" }] });
    expect(await ask("GET", "/user", { token: access_token })).toMatchObject({ status: 200, body: { id } });
    expect(fragmentOf(await open(action_link))).toMatchObject({ error_code: "otp_expired" });
  });

  test("also works by its hash and by its code", async () => {
    const byHash = await newLink({ email: await given() });
    const answered = await verify({ type, token_hash: byHash.hashed_token });
    expect(answered).toMatchObject({ status: 200, body: { user: { id: byHash.id } } });
    expect(await verify({ type, token_hash: byHash.hashed_token })).toMatchObject(expired);
    const { id, email, email_otp } = await newLink({ email: await given() });
    expect(await verify({ type, email, token: email_otp })).toMatchObject({
      status: 200,
      body: { user: { id } },
    });
  });

  testWithClock("expires like an emailed one", async () => {
    const { hashed_token } = await newLink({ email: await given() });
    await putForward(25 * 60 * 60);
    expect(await verify({ type, token_hash: hashed_token })).toMatchObject(expired);
  });
});

test("the client library separates the link's properties from the user", async () => {
  const email = newAddress();
  const { data, error } = await newServer().auth.admin.generateLink({
    type: "magiclink",
    email,
    options: { data: { name: "Ann" }, redirectTo: callback },
  });
  expect(error).toBeNull();
  expect(data.properties).toMatchObject({ verification_type: "signup", redirect_to: callback });
  expect(data.user).toMatchObject({ email, user_metadata: { name: "Ann" } });
});

test("a link to a target that is not allowed leads to the site", async () => {
  const { email } = await createAccount();
  const elsewhere = await newLink({ email, redirect_to: "https://elsewhere.example/" });
  const nowhere = await newLink({ email, redirect_to: undefined });
  expect(elsewhere.redirect_to).toBe(nowhere.redirect_to);
  expect(elsewhere.redirect_to).not.toContain("elsewhere");
});

test("an unconfirmed account is confirmed by a sign-in link", async () => {
  const { email } = await createAccount({ email_confirm: false });
  const { verification_type: type, hashed_token } = await newLink({ email });
  expect(type).toBe("magiclink");
  const { body } = await verify({ type, token_hash: hashed_token });
  expect((body as Session).user).toHaveProperty("email_confirmed_at");
});

test.each([
  ["of no type that there is", { email: "a@mail.example", type: "letter" }],
  ["without an address", { email: "" }],
])("a link %s is refused", async (_, wish) => {
  expect(await askForLink(wish)).toMatchObject({ status: 400, body: { code: "validation_failed" } });
});

test("a body that is not JSON is refused", async () => {
  expect(await askAsAdmin("POST", "/admin/generate_link", "{")).toMatchObject({
    status: 400,
    body: { code: "bad_json" },
  });
});
