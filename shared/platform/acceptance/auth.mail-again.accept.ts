import { expect, test } from "vitest";
import { covers } from "./coverage/covers.ts";
import {
  ask,
  claimsOf,
  codeOf,
  newAddress,
  newBrowser,
  newVerifier,
  nextMail,
  signIn,
  follow,
  hashOf,
  mailCount,
  callback,
} from "./auth.people.ts";
import { mailInterval, putForward, testWithClock } from "./with-clock.ts";

covers("POST /auth/v1/recover", "POST /auth/v1/resend");

const password = "a long enough password 1";

function signInWith(email: string, secret = password) {
  return ask("POST", "/token?grant_type=password", { body: { email, password: secret } });
}

testWithClock("a forgotten password is set anew in the browser that asked", async () => {
  const email = newAddress();
  await signIn(email);
  await putForward(mailInterval);
  const browser = newBrowser();
  const asked = await browser.auth.resetPasswordForEmail(email, { redirectTo: callback });
  expect(asked.error).toBeNull();
  const landed = await follow({
    hash: hashOf(await nextMail(email)),
    type: "recovery",
    redirectTo: callback,
  });
  const { data } = await browser.auth.exchangeCodeForSession(landed.searchParams.get("code") ?? "");
  expect(claimsOf(data.session?.access_token ?? "")["amr"]).toMatchObject([{ method: "recovery" }]);
  expect((await browser.auth.updateUser({ password })).error).toBeNull();
  expect(await signInWith(email)).toMatchObject({ status: 200 });
});

testWithClock("a reset link followed after five minutes ends in no session, its code does", async () => {
  const email = newAddress();
  await signIn(email);
  await putForward(mailInterval);
  const { verifier, asked } = newVerifier();
  await ask("POST", "/recover", { body: { email, ...asked } });
  const mail = await nextMail(email);
  await putForward(301);
  const landed = await follow({ hash: hashOf(mail), type: "recovery", redirectTo: callback });
  const body = { auth_code: landed.searchParams.get("code"), code_verifier: verifier };
  expect(await ask("POST", "/token?grant_type=pkce", { body })).toMatchObject({
    status: 422,
    body: { code: "flow_state_expired" },
  });
  await putForward(mailInterval);
  await ask("POST", "/recover", { body: { email } });
  const token = codeOf(await nextMail(email));
  const typed = { type: "recovery", email, token };
  expect(await ask("POST", "/verify", { body: typed })).toMatchObject({ status: 200 });
});

test("asking to reset an unknown address answers as for a known one, and mails nobody", async () => {
  const email = newAddress();
  expect(await ask("POST", "/recover", { body: { email } })).toMatchObject({ status: 200, body: {} });
  expect(await mailCount(email)).toBe(0);
});

testWithClock("a reset mail and a sign-in mail share one interval", async () => {
  const email = newAddress();
  await signIn(email);
  await putForward(mailInterval);
  expect(await ask("POST", "/recover", { body: { email } })).toMatchObject({ status: 200 });
  expect(await ask("POST", "/otp", { body: { email } })).toMatchObject({
    status: 429,
    body: { code: "over_email_send_rate_limit" },
  });
});

testWithClock("a confirmation is mailed again, with a new code that voids the old one", async () => {
  const email = newAddress();
  await ask("POST", "/signup", { body: { email, password } });
  const old = codeOf(await nextMail(email));
  await putForward(mailInterval);
  const { error } = await newBrowser().auth.resend({ type: "signup", email });
  expect(error).toBeNull();
  const token = codeOf(await nextMail(email));
  const body = { type: "signup", email };
  expect(await ask("POST", "/verify", { body: { ...body, token: old } })).toMatchObject({ status: 403 });
  expect(await ask("POST", "/verify", { body: { ...body, token } })).toMatchObject({ status: 200 });
});

test("nothing is mailed again where nothing is pending, and nobody can tell", async () => {
  const known = newAddress();
  await signIn(known);
  const before = await mailCount(known);
  for (const email of [known, newAddress()]) {
    for (const type of ["signup", "email_change"]) {
      expect(await ask("POST", "/resend", { body: { type, email } })).toMatchObject({
        status: 200,
        body: {},
      });
    }
  }
  expect(await mailCount(known)).toBe(before);
});

test.each([
  ["no type", { email: "a@mail.example" }],
  ["a type that is not mailed again", { type: "recovery", email: "a@mail.example" }],
  ["no address", { type: "signup" }],
])("mailing again with %s is refused", async (_what, body) => {
  expect(await ask("POST", "/resend", { body })).toMatchObject({
    status: 400,
    body: { code: "validation_failed" },
  });
});
