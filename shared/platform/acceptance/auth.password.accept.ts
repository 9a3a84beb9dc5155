import { expect, test } from "vitest";
import { covers } from "./coverage/covers.ts";
import { createAccount } from "./auth.admin.ts";
import {
  ask,
  claimsOf,
  codeOf,
  newAddress,
  newBrowser,
  nextEmail,
  signIn,
  follow,
  hashOf,
  emailCount,
  callback,
} from "./auth.client.ts";
import { emailInterval, putForward, testWithClock } from "./with-clock.ts";

covers("POST /auth/v1/signup", "POST /auth/v1/token?grant_type=password");

const password = "a long enough password 1";

function signInWith(email: string, secret = password) {
  return ask("POST", "/token?grant_type=password", { body: { email, password: secret } });
}

async function confirm(email: string) {
  const token = codeOf(await nextEmail(email));
  expect(await ask("POST", "/verify", { body: { type: "signup", email, token } })).toMatchObject({
    status: 200,
  });
}

test("signing up with a password waits for confirmation", async () => {
  const email = newAddress();
  const browser = newBrowser();
  const { data, error } = await browser.auth.signUp({ email, password, options: { data: { name: "Ann" } } });
  expect(error).toBeNull();
  expect(data.session).toBeNull();
  expect(data.user).toMatchObject({ email, user_metadata: { name: "Ann", email, email_verified: false } });
  expect(data.user?.identities).toHaveLength(1);
  expect(await signInWith(email)).toMatchObject({ status: 400, body: { code: "email_not_confirmed" } });
});

test("a sign-up link opened in the same browser can be exchanged for a session", async () => {
  const email = newAddress();
  const browser = newBrowser();
  await browser.auth.signUp({ email, password, options: { emailRedirectTo: callback } });
  const landed = await follow({ hash: hashOf(await nextEmail(email)), type: "signup", redirectTo: callback });
  const { data } = await browser.auth.exchangeCodeForSession(landed.searchParams.get("code") ?? "");
  expect(data.user?.email).toBe(email);
});

test("signing up with a known address gets the same response and sends no email", async () => {
  const email = newAddress();
  const { user } = await signIn(email);
  const before = await emailCount(email);
  const { status, body } = await ask("POST", "/signup", { body: { email, password, data: { name: "Eve" } } });
  expect(status).toBe(200);
  expect(body).toEqual({
    id: expect.any(String),
    aud: "authenticated",
    role: "",
    email,
    phone: "",
    confirmation_sent_at: expect.any(String),
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: { name: "Eve" },
    identities: [],
    created_at: expect.any(String),
    updated_at: expect.any(String),
    is_anonymous: false,
  });
  expect((body as { id: string }).id).not.toBe(user.id);
  expect(await emailCount(email)).toBe(before);
  expect(await signInWith(email)).toMatchObject({ status: 400, body: { code: "invalid_credentials" } });
});

testWithClock("signing up again before confirmation replaces neither password nor metadata", async () => {
  const email = newAddress();
  await ask("POST", "/signup", { body: { email, password, data: { name: "First" } } });
  await nextEmail(email);
  await putForward(emailInterval);
  const again = { email, password: "another long password 2", data: { name: "Second" } };
  expect(await ask("POST", "/signup", { body: again })).toMatchObject({
    status: 200,
    body: { user_metadata: { name: "First" } },
  });
  await confirm(email);
  expect(await signInWith(email, again.password)).toMatchObject({
    status: 400,
    body: { code: "invalid_credentials" },
  });
});

testWithClock("a stranger's password does not work before the owner confirms", async () => {
  const email = newAddress();
  await ask("POST", "/signup", { body: { email, password } });
  await nextEmail(email);
  expect(await signInWith(email)).toMatchObject({ status: 400, body: { code: "email_not_confirmed" } });
  await putForward(emailInterval);
  // The owner signs in by code and gets the stranger's account. The service keeps its password, which is why a
  // project has to clear it; this run has no project's triggers.
  const owner = await signIn(email);
  const stranger = await signInWith(email);
  expect(stranger).toMatchObject({ status: 200, body: { user: { id: owner.user.id } } });
});

test("many sign-ups with one new address at once create one account", async () => {
  const email = newAddress();
  const responses = await Promise.all(
    Array.from({ length: 5 }, () => ask("POST", "/signup", { body: { email, password } })),
  );
  const made = responses.filter((response) => response.status === 200);
  const ids = new Set(made.map((response) => (response.body as { id: string }).id));
  expect(ids.size).toBe(1);
  for (const response of responses.filter((other) => other.status !== 200)) {
    // 500 where the service meets its own unique index.
    expect([429, 500]).toContain(response.status);
  }
});

test("a confirmed address and its password sign in", async () => {
  const email = newAddress();
  await ask("POST", "/signup", { body: { email, password } });
  await confirm(email);
  const { data, error } = await newBrowser().auth.signInWithPassword({ email, password });
  expect(error).toBeNull();
  expect(claimsOf(data.session?.access_token ?? "")["amr"]).toMatchObject([{ method: "password" }]);
  expect(data.user?.last_sign_in_at).toBeTruthy();
});

test("a wrong password and an unknown address get the same response", async () => {
  const email = newAddress();
  await ask("POST", "/signup", { body: { email, password } });
  await confirm(email);
  const wrong = await signInWith(email, "not the password");
  const unknown = await signInWith(newAddress());
  expect(wrong).toMatchObject({
    status: 400,
    body: { code: "invalid_credentials", message: "Invalid login credentials" },
  });
  expect(unknown.body).toEqual(wrong.body);
  expect(unknown.status).toBe(wrong.status);
});

test.each([
  ["neither address nor phone number", { password }, "missing email or phone"],
  ["an address and a phone number", { email: "a@mail.example", phone: "41790000000", password }, undefined],
])("signing in with %s is malformed", async (_what, body, message) => {
  const error = { code: "validation_failed", message: message ?? expect.any(String) };
  expect(await ask("POST", "/token?grant_type=password", { body })).toMatchObject({
    status: 400,
    body: error,
  });
});

test("a user without a password is refused like one with a wrong password", async () => {
  const { email } = await createAccount();
  for (const typed of ["", password]) {
    expect(await signInWith(email, typed)).toMatchObject({
      status: 400,
      body: { code: "invalid_credentials", message: "Invalid login credentials" },
    });
  }
});

test.each([
  ["no password", { email: "a@mail.example" }, 400, "validation_failed"],
  ["a password of three characters", { email: "a@mail.example", password: "abc" }, 422, "weak_password"],
  [
    "a password longer than bcrypt reads",
    { email: "a@mail.example", password: "ab1".repeat(25) },
    400,
    "validation_failed",
  ],
  ["an invalid address", { email: "ann", password }, 400, "validation_failed"],
  ["what is neither address nor strong", { email: "ann", password: "abc" }, 422, "weak_password"],
  [
    "an address of 300 characters",
    { email: `${"a".repeat(290)}@b.example`, password },
    400,
    "validation_failed",
  ],
  ["neither address nor phone number", { password }, 422, "anonymous_provider_disabled"],
])("signing up with %s is refused", async (_what, body, status, code) => {
  expect(await ask("POST", "/signup", { body })).toMatchObject({ status, body: { code } });
});

test("a weak password is refused with the reasons", async () => {
  const { error } = await newBrowser().auth.signUp({ email: newAddress(), password: "abc" });
  expect(error).toMatchObject({ code: "weak_password", reasons: expect.arrayContaining(["length"]) });
});
