import { expect, test } from "vitest";
import { covers } from "./coverage/covers.ts";
import {
  ask,
  claimsOf,
  codeOf,
  mailCount,
  newAddress,
  newBrowser,
  nextMail,
  otherCode,
  signIn,
  type Session,
} from "./auth.people.ts";
import { mailInterval, putForward, testWithClock } from "./with-clock.ts";

covers("POST /auth/v1/otp", "POST /auth/v1/magiclink", "POST /auth/v1/verify");

const refused = {
  status: 403,
  body: { code: "otp_expired", message: "Token has expired or is invalid" },
};

test("someone new signs in with the mailed code and has an account", async () => {
  const email = newAddress();
  const browser = newBrowser();
  const asked = await browser.auth.signInWithOtp({ email });
  expect(asked.error).toBeNull();
  const token = codeOf(await nextMail(email));
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

test("the session says who, how and until when", async () => {
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

testWithClock("someone who comes back gets a sign-in code and keeps the account", async () => {
  const email = newAddress();
  const first = await signIn(email);
  await putForward(mailInterval);
  const second = await signIn(email);
  expect(second.user.id).toBe(first.user.id);
  expect(claimsOf(second.access_token)["session_id"]).not.toBe(claimsOf(first.access_token)["session_id"]);
});

test("an address is the same in capitals", async () => {
  const email = newAddress();
  await ask("POST", "/otp", { body: { email: email.toUpperCase() } });
  const token = codeOf(await nextMail(email));
  const { status, body } = await ask("POST", "/verify", {
    body: { type: "email", email: email.toUpperCase(), token },
  });
  expect(status).toBe(200);
  expect((body as Session).user.email).toBe(email);
});

test("a wrong code opens nothing and leaves the right one alive", async () => {
  const email = newAddress();
  await ask("POST", "/otp", { body: { email } });
  const token = codeOf(await nextMail(email));
  const body = { type: "email", email, token: otherCode(token) };
  expect(await ask("POST", "/verify", { body })).toMatchObject(refused);
  expect(await ask("POST", "/verify", { body: { ...body, token } })).toMatchObject({ status: 200 });
});

test("a code opens one session only", async () => {
  const email = newAddress();
  await ask("POST", "/otp", { body: { email } });
  const body = { type: "email", email, token: codeOf(await nextMail(email)) };
  expect(await ask("POST", "/verify", { body })).toMatchObject({ status: 200 });
  expect(await ask("POST", "/verify", { body })).toMatchObject(refused);
});

test("of ten people typing one code at once exactly one gets in", async () => {
  const email = newAddress();
  await ask("POST", "/otp", { body: { email } });
  const body = { type: "email", email, token: codeOf(await nextMail(email)) };
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask("POST", "/verify", { body })));
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
    200,
    ...Array.from({ length: 9 }, () => 403),
  ]);
});

test("somebody else's code is a wrong code", async () => {
  const [ann, bob] = [newAddress(), newAddress()];
  await ask("POST", "/otp", { body: { email: ann } });
  await ask("POST", "/otp", { body: { email: bob } });
  const token = codeOf(await nextMail(ann));
  expect(await ask("POST", "/verify", { body: { type: "email", email: bob, token } })).toMatchObject(refused);
});

test("a code for an address that never asked is refused in the same words", async () => {
  const body = { type: "email", email: newAddress(), token: "12345678" };
  expect(await ask("POST", "/verify", { body })).toMatchObject(refused);
});

test("a sign-up code is no password reset", async () => {
  const email = newAddress();
  await ask("POST", "/otp", { body: { email } });
  const token = codeOf(await nextMail(email));
  const body = { type: "recovery", email, token };
  expect(await ask("POST", "/verify", { body })).toMatchObject(refused);
});

testWithClock("a newer mail voids the code of the older one", async () => {
  const email = newAddress();
  await ask("POST", "/otp", { body: { email } });
  const older = codeOf(await nextMail(email));
  await putForward(mailInterval);
  await ask("POST", "/otp", { body: { email } });
  const newer = codeOf(await nextMail(email));
  const body = { type: "email", email };
  expect(await ask("POST", "/verify", { body: { ...body, token: older } })).toMatchObject(refused);
  expect(await ask("POST", "/verify", { body: { ...body, token: newer } })).toMatchObject({ status: 200 });
});

testWithClock("a code that lay too long is refused", async () => {
  const email = newAddress();
  await ask("POST", "/otp", { body: { email } });
  const token = codeOf(await nextMail(email));
  await putForward(24 * 60 * 60 + 1);
  expect(await ask("POST", "/verify", { body: { type: "email", email, token } })).toMatchObject(refused);
});

testWithClock("a second mail within the interval is refused, and the first code still works", async () => {
  const email = newAddress();
  await ask("POST", "/otp", { body: { email } });
  const again = await ask("POST", "/otp", { body: { email } });
  expect(again).toMatchObject({ status: 429, body: { code: "over_email_send_rate_limit" } });
  expect((again.body as { message: string }).message).toMatch(
    /^For security purposes.* after \d+ seconds\.$/,
  );
  const token = codeOf(await nextMail(email));
  expect(await ask("POST", "/verify", { body: { type: "email", email, token } })).toMatchObject({
    status: 200,
  });
});

test("whoever may not sign up gets no mail and no account", async () => {
  const email = newAddress();
  const { error } = await newBrowser().auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
  expect(error).toMatchObject({ status: 422, code: "otp_disabled" });
  expect(await mailCount(email)).toBe(0);
});

test("what someone says about themselves at sign-up is kept beside the address", async () => {
  const email = newAddress();
  await ask("POST", "/otp", { body: { email, data: { display_name: "Ann", email: "other@mail.example" } } });
  const token = codeOf(await nextMail(email));
  const { body } = await ask("POST", "/verify", { body: { type: "email", email, token } });
  expect(body).toMatchObject({ user: { email, user_metadata: { display_name: "Ann", email } } });
});

test("the older endpoint for links works the same way", async () => {
  const email = newAddress();
  expect(await ask("POST", "/magiclink", { body: { email } })).toMatchObject({ status: 200, body: {} });
  const token = codeOf(await nextMail(email));
  expect(await ask("POST", "/verify", { body: { type: "email", email, token } })).toMatchObject({
    status: 200,
  });
  expect(await ask("POST", "/magiclink", { body: {} })).toMatchObject({
    status: 422,
    body: { code: "validation_failed" },
  });
});

test.each([
  ["no address", {}, "validation_failed"],
  ["an address and a phone number", { email: "a@mail.example", phone: "1" }, "validation_failed"],
  ["what is no address", { email: "ann" }, "validation_failed"],
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
  ["a text that is no JSON", "{", "bad_json"],
  ["nothing", "", "bad_json"],
])("asking for a code with %s is refused", async (_what, body, code) => {
  expect(await ask("POST", "/otp", { body })).toMatchObject({ status: 400, body: { code } });
});

test("a challenge of an unknown method is a fault to the endpoints that mail", async () => {
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
])("a proof with %s is refused", async (_what, body) => {
  expect(await ask("POST", "/verify", { body })).toMatchObject({
    status: 400,
    body: { code: "validation_failed" },
  });
});
