import { expect, test } from "vitest";
import { covers } from "./coverage/covers.ts";
import {
  ask,
  claimsOf,
  codeOf,
  newAddress,
  newBrowser,
  newVerifier,
  nextEmail,
  signIn,
  follow,
  hashOf,
  emailCount,
  callback,
} from "./auth.client.ts";
import { emailInterval, putForward, testWithClock } from "./with-clock.ts";

covers("POST /auth/v1/recover", "POST /auth/v1/resend");

const password = "a long enough password 1";

function signInWith(email: string, secret = password) {
  return ask("POST", "/token?grant_type=password", { body: { email, password: secret } });
}

testWithClock("a password is reset in the browser that requested it", async () => {
  const email = newAddress();
  await signIn(email);
  await putForward(emailInterval);
  const browser = newBrowser();
  const sent = await browser.auth.resetPasswordForEmail(email, { redirectTo: callback });
  expect(sent.error).toBeNull();
  const landed = await follow({
    hash: hashOf(await nextEmail(email)),
    type: "recovery",
    redirectTo: callback,
  });
  const { data } = await browser.auth.exchangeCodeForSession(landed.searchParams.get("code") ?? "");
  expect(claimsOf(data.session?.access_token ?? "")["amr"]).toMatchObject([{ method: "recovery" }]);
  expect((await browser.auth.updateUser({ password })).error).toBeNull();
  expect(await signInWith(email)).toMatchObject({ status: 200 });
});

testWithClock("a reset link's exchange expires after five minutes, its typed code does not", async () => {
  const email = newAddress();
  await signIn(email);
  await putForward(emailInterval);
  const { verifier, pkce } = newVerifier();
  await ask("POST", "/recover", { body: { email, ...pkce } });
  const mail = await nextEmail(email);
  await putForward(301);
  const landed = await follow({ hash: hashOf(mail), type: "recovery", redirectTo: callback });
  const body = { auth_code: landed.searchParams.get("code"), code_verifier: verifier };
  expect(await ask("POST", "/token?grant_type=pkce", { body })).toMatchObject({
    status: 422,
    body: { code: "flow_state_expired" },
  });
  await putForward(emailInterval);
  await ask("POST", "/recover", { body: { email } });
  const token = codeOf(await nextEmail(email));
  const typed = { type: "recovery", email, token };
  expect(await ask("POST", "/verify", { body: typed })).toMatchObject({ status: 200 });
});

test("a reset for an unknown address gets the same response and sends no email", async () => {
  const email = newAddress();
  expect(await ask("POST", "/recover", { body: { email } })).toMatchObject({ status: 200, body: {} });
  expect(await emailCount(email)).toBe(0);
});

testWithClock("reset and sign-in emails share one frequency limit", async () => {
  const email = newAddress();
  await signIn(email);
  await putForward(emailInterval);
  expect(await ask("POST", "/recover", { body: { email } })).toMatchObject({ status: 200 });
  expect(await ask("POST", "/otp", { body: { email } })).toMatchObject({
    status: 429,
    body: { code: "over_email_send_rate_limit" },
  });
});

testWithClock("a confirmation is sent again with a new code that voids the old one", async () => {
  const email = newAddress();
  await ask("POST", "/signup", { body: { email, password } });
  const old = codeOf(await nextEmail(email));
  await putForward(emailInterval);
  const { error } = await newBrowser().auth.resend({ type: "signup", email });
  expect(error).toBeNull();
  const token = codeOf(await nextEmail(email));
  const body = { type: "signup", email };
  expect(await ask("POST", "/verify", { body: { ...body, token: old } })).toMatchObject({ status: 403 });
  expect(await ask("POST", "/verify", { body: { ...body, token } })).toMatchObject({ status: 200 });
});

test("resending with nothing pending gets the same response and sends no email", async () => {
  const known = newAddress();
  await signIn(known);
  const before = await emailCount(known);
  for (const email of [known, newAddress()]) {
    for (const type of ["signup", "email_change"]) {
      expect(await ask("POST", "/resend", { body: { type, email } })).toMatchObject({
        status: 200,
        body: {},
      });
    }
  }
  expect(await emailCount(known)).toBe(before);
});

test.each([
  ["no type", { email: "a@mail.example" }],
  ["a type that is not mailed again", { type: "recovery", email: "a@mail.example" }],
  ["no address", { type: "signup" }],
])("resending with %s is refused", async (_what, body) => {
  expect(await ask("POST", "/resend", { body })).toMatchObject({
    status: 400,
    body: { code: "validation_failed" },
  });
});
