import { expect, test } from "vitest";
import { covers } from "./coverage/covers.ts";
import {
  ask,
  claimsOf,
  codeOf,
  emailCount,
  newAddress,
  newBrowser,
  nextEmail,
  otherCode,
  signIn,
  type Session,
} from "./auth.client.ts";
import { emailInterval, putForward, testWithClock } from "./with-clock.ts";

covers("POST /auth/v1/otp", "POST /auth/v1/verify");

const refused = {
  status: 403,
  body: { code: "otp_expired", message: "Token has expired or is invalid" },
};

test("a new user signs in with the emailed code and gets an account", async () => {
  const email = newAddress();
  const browser = newBrowser();
  const sent = await browser.auth.signInWithOtp({ email });
  expect(sent.error).toBeNull();
  const token = codeOf(await nextEmail(email));
  const { data, error } = await browser.auth.verifyOtp({ email, token, type: "email" });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({
    email,
    role: "authenticated",
    aud: "authenticated",
    is_anonymous: false,
  });
  expect(data.user?.email_confirmed_at).toBeTruthy();
  expect(data.user?.user_metadata).toMatchObject({ email, email_verified: true, phone_verified: false });
  expect(data.user?.identities).toHaveLength(1);
  expect((await browser.auth.getUser()).data.user?.id).toBe(data.user?.id);
});

test("the access token names user, method and expiry", async () => {
  const email = newAddress();
  const session = await signIn(email);
  const claims = claimsOf(session.access_token);
  expect(claims).toMatchObject({
    sub: session.user.id,
    email,
    phone: "",
    role: "authenticated",
    aud: "authenticated",
    aal: "aal1",
    is_anonymous: false,
    exp: session.expires_at,
  });
  expect(claims["amr"]).toEqual([{ method: "otp", timestamp: expect.any(Number) }]);
  expect(claims["session_id"]).toMatch(/^[0-9a-f-]{36}$/);
  expect(Number(claims["exp"]) - Number(claims["iat"])).toBeGreaterThan(0);
});

testWithClock("a returning user gets a sign-in code for the same account", async () => {
  const email = newAddress();
  const first = await signIn(email);
  await putForward(emailInterval);
  const second = await signIn(email);
  expect(second.user.id).toBe(first.user.id);
  expect(claimsOf(second.access_token)["session_id"]).not.toBe(claimsOf(first.access_token)["session_id"]);
});

test("addresses ignore case", async () => {
  const email = newAddress();
  await ask("POST", "/otp", { body: { email: email.toUpperCase() } });
  const token = codeOf(await nextEmail(email));
  const { status, body } = await ask("POST", "/verify", {
    body: { type: "email", email: email.toUpperCase(), token },
  });
  expect(status).toBe(200);
  expect((body as Session).user.email).toBe(email);
});

test("a wrong code is refused and the right one still works", async () => {
  const email = newAddress();
  await ask("POST", "/otp", { body: { email } });
  const token = codeOf(await nextEmail(email));
  const body = { type: "email", email, token: otherCode(token) };
  expect(await ask("POST", "/verify", { body })).toMatchObject(refused);
  expect(await ask("POST", "/verify", { body: { ...body, token } })).toMatchObject({ status: 200 });
});

test("a code works once", async () => {
  const email = newAddress();
  await ask("POST", "/otp", { body: { email } });
  const body = { type: "email", email, token: codeOf(await nextEmail(email)) };
  expect(await ask("POST", "/verify", { body })).toMatchObject({ status: 200 });
  expect(await ask("POST", "/verify", { body })).toMatchObject(refused);
});

test("one code sent ten times at once signs in at least once, and never afterwards", async () => {
  const email = newAddress();
  await ask("POST", "/otp", { body: { email } });
  const body = { type: "email", email, token: codeOf(await nextEmail(email)) };
  const responses = await Promise.all(Array.from({ length: 10 }, () => ask("POST", "/verify", { body })));
  // The service takes no row lock, so more than one of them may pass.
  expect(responses.some((response) => response.status === 200)).toBe(true);
  for (const response of responses.filter(({ status }) => status !== 200))
    expect(response).toMatchObject(refused);
  expect(await ask("POST", "/verify", { body })).toMatchObject(refused);
});

test("another user's code is refused", async () => {
  const [ann, bob] = [newAddress(), newAddress()];
  await ask("POST", "/otp", { body: { email: ann } });
  await ask("POST", "/otp", { body: { email: bob } });
  const token = codeOf(await nextEmail(ann));
  expect(await ask("POST", "/verify", { body: { type: "email", email: bob, token } })).toMatchObject(refused);
});

test("a code for an unknown address is refused with the same message", async () => {
  const body = { type: "email", email: newAddress(), token: "12345678" };
  expect(await ask("POST", "/verify", { body })).toMatchObject(refused);
});

test("a sign-up code cannot reset a password", async () => {
  const email = newAddress();
  await ask("POST", "/otp", { body: { email } });
  const token = codeOf(await nextEmail(email));
  const body = { type: "recovery", email, token };
  expect(await ask("POST", "/verify", { body })).toMatchObject(refused);
});

testWithClock("a newer email voids the previous code", async () => {
  const email = newAddress();
  await ask("POST", "/otp", { body: { email } });
  const older = codeOf(await nextEmail(email));
  await putForward(emailInterval);
  await ask("POST", "/otp", { body: { email } });
  const newer = codeOf(await nextEmail(email));
  const body = { type: "email", email };
  expect(await ask("POST", "/verify", { body: { ...body, token: older } })).toMatchObject(refused);
  expect(await ask("POST", "/verify", { body: { ...body, token: newer } })).toMatchObject({ status: 200 });
});

testWithClock("an expired code is refused", async () => {
  const email = newAddress();
  await ask("POST", "/otp", { body: { email } });
  const token = codeOf(await nextEmail(email));
  await putForward(24 * 60 * 60 + 1);
  expect(await ask("POST", "/verify", { body: { type: "email", email, token } })).toMatchObject(refused);
});

testWithClock("a second email too soon is refused, and the first code still works", async () => {
  const email = newAddress();
  await ask("POST", "/otp", { body: { email } });
  const again = await ask("POST", "/otp", { body: { email } });
  expect(again).toMatchObject({ status: 429, body: { code: "over_email_send_rate_limit" } });
  expect((again.body as { message: string }).message).toMatch(
    /^For security purposes.* after \d+ seconds\.$/,
  );
  const token = codeOf(await nextEmail(email));
  expect(await ask("POST", "/verify", { body: { type: "email", email, token } })).toMatchObject({
    status: 200,
  });
});

test("without permission to sign up there is no email and no account", async () => {
  const email = newAddress();
  const { error } = await newBrowser().auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
  expect(error).toMatchObject({ status: 422, code: "otp_disabled" });
  expect(await emailCount(email)).toBe(0);
});

test("metadata given at sign-up are stored with the address", async () => {
  const email = newAddress();
  await ask("POST", "/otp", { body: { email, data: { display_name: "Ann", email: "other@mail.example" } } });
  const token = codeOf(await nextEmail(email));
  const { body } = await ask("POST", "/verify", { body: { type: "email", email, token } });
  expect(body).toMatchObject({ user: { email, user_metadata: { display_name: "Ann", email } } });
});

test.each([
  ["no address", {}, "validation_failed"],
  ["an address and a phone number", { email: "a@mail.example", phone: "1" }, "validation_failed"],
  ["an invalid address", { email: "ann" }, "validation_failed"],
  ["an address that is a number", { email: 7 }, "bad_json"],
  [
    "half of a code exchange",
    { email: "a@mail.example", code_challenge: "a".repeat(43) },
    "validation_failed",
  ],
  [
    "a challenge that is too short",
    { email: "a@mail.example", code_challenge: "a".repeat(42), code_challenge_method: "s256" },
    "validation_failed",
  ],
  [
    "a challenge that is too long",
    { email: "a@mail.example", code_challenge: "a".repeat(129), code_challenge_method: "s256" },
    "validation_failed",
  ],
  [
    "a challenge of other characters",
    { email: "a@mail.example", code_challenge: "a+".repeat(22), code_challenge_method: "s256" },
    "validation_failed",
  ],
  [
    "a method without a challenge",
    { email: "a@mail.example", code_challenge_method: "s256" },
    "validation_failed",
  ],
  ["text that is not JSON", "{", "bad_json"],
  ["nothing", "", "bad_json"],
])("requesting a code with %s is refused", async (_what, body, code) => {
  expect(await ask("POST", "/otp", { body })).toMatchObject({ status: 400, body: { code } });
});

test("an unknown challenge method is a 500 on endpoints that send email", async () => {
  const body = { email: newAddress(), code_challenge: "a".repeat(43), code_challenge_method: "s512" };
  expect(await ask("POST", "/otp", { body })).toMatchObject({
    status: 500,
    body: { code: "unexpected_failure" },
  });
});

test.each([
  ["neither code nor hash", { type: "email", email: "a@mail.example" }],
  ["both code and hash", { type: "email", token: "123456", token_hash: "ab" }],
  ["a hash and an address", { type: "email", token_hash: "ab", email: "a@mail.example" }],
  ["a code and no address", { type: "email", token: "123456" }],
  ["no type", { token_hash: "ab" }],
  ["a type that does not exist", { type: "toString", token_hash: "ab" }],
])("verifying with %s is refused", async (_what, body) => {
  expect(await ask("POST", "/verify", { body })).toMatchObject({
    status: 400,
    body: { code: "validation_failed" },
  });
});

test("a code of an unknown type is refused like a wrong one", async () => {
  const body = { type: "letter", email: newAddress(), token: "123456" };
  expect(await ask("POST", "/verify", { body })).toMatchObject({
    status: 403,
    body: { code: "otp_expired" },
  });
});

test("verifying with a malformed address is a 422", async () => {
  const body = { type: "email", email: "ann", token: "123456" };
  expect(await ask("POST", "/verify", { body })).toMatchObject({
    status: 422,
    body: { code: "validation_failed" },
  });
});

test("requesting a code by email and by phone at once is refused", async () => {
  const body = { email: "a@mail.example", phone: "+4915112345678" };
  expect(await ask("POST", "/otp", { body })).toMatchObject({
    status: 400,
    body: { message: "Only an email address or phone number should be provided" },
  });
});
