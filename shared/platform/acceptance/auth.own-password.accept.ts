import { expect, test } from "vitest";
import { covers } from "./coverage/covers.ts";
import { withFactor } from "./auth.factors.ts";
import {
  ask,
  codeOf,
  hashOf,
  newAddress,
  newBrowser,
  nextEmail,
  otherCode,
  signIn,
  type Session,
} from "./auth.client.ts";
import { emailInterval, putForward, testWithClock } from "./with-clock.ts";

covers("PUT /auth/v1/user", "GET /auth/v1/reauthenticate");

const password = "a long enough password 1";
const aDay = 24 * 60 * 60;

function set(token: string, body: Record<string, string>) {
  return ask("PUT", "/user", { token, body });
}

/** A session that started yesterday and was refreshed today. */
async function oldSession(email = newAddress()) {
  const { refresh_token } = await signIn(email);
  await putForward(aDay + 60);
  const { body } = await ask("POST", "/token?grant_type=refresh_token", { body: { refresh_token } });
  const session = body as Session;
  return { email, token: session.access_token, refresh_token: session.refresh_token };
}

async function nonceFor({ email, token }: { email: string; token: string }): Promise<string> {
  expect(await ask("GET", "/reauthenticate", { token })).toMatchObject({ status: 200, body: {} });
  return codeOf(await nextEmail(email));
}

const notValid = { status: 422, body: { code: "reauthentication_not_valid" } };

testWithClock("a session of less than a day sets a password without a nonce", async () => {
  const { access_token, refresh_token } = await signIn(newAddress());
  await putForward(aDay - 60);
  const { body } = await ask("POST", "/token?grant_type=refresh_token", { body: { refresh_token } });
  expect(access_token).not.toBe((body as Session).access_token);
  expect(await set((body as Session).access_token, { password })).toMatchObject({ status: 200 });
});

testWithClock("a session older than a day needs a nonce for nothing else", async () => {
  const { token } = await oldSession();
  expect(await ask("PUT", "/user", { token, body: { data: { name: "Ann" } } })).toMatchObject({
    status: 200,
  });
  expect(await set(token, { email: newAddress() })).toMatchObject({ status: 200 });
});

testWithClock("a session older than a day learns nothing about the current password", async () => {
  const email = newAddress();
  const { access_token } = await signIn(email);
  await set(access_token, { password });
  await putForward(emailInterval);
  const { token } = await oldSession(email);
  for (const tried of [password, `${password} other`]) {
    expect(await set(token, { password: tried })).toMatchObject({
      status: 400,
      body: { code: "reauthentication_needed" },
    });
  }
});

testWithClock("a nonce is used by the change, not by a weak password", async () => {
  const old = await oldSession();
  const nonce = await nonceFor(old);
  expect(await set(old.token, { password: "abc", nonce })).toMatchObject({
    status: 422,
    body: { code: "weak_password" },
  });
  expect(await set(old.token, { password, nonce })).toMatchObject({ status: 200 });
  expect(await set(old.token, { password: `${password} other`, nonce })).toMatchObject(notValid);
});

testWithClock("a nonce is also used by the unchanged password", async () => {
  const email = newAddress();
  const { access_token } = await signIn(email);
  await set(access_token, { password });
  await putForward(emailInterval);
  const old = await oldSession(email);
  const nonce = await nonceFor(old);
  expect(await set(old.token, { password, nonce })).toMatchObject({
    status: 422,
    body: { code: "same_password" },
  });
  expect(await set(old.token, { password: `${password} other`, nonce })).toMatchObject(notValid);
});

testWithClock("an expired nonce and an older one are refused", async () => {
  const old = await oldSession();
  const first = await nonceFor(old);
  await putForward(emailInterval);
  const second = await nonceFor(old);
  expect(await set(old.token, { password, nonce: first })).toMatchObject(notValid);
  await putForward(aDay + 1);
  const { refresh_token } = old;
  const { body } = await ask("POST", "/token?grant_type=refresh_token", { body: { refresh_token } });
  const token = (body as Session).access_token;
  expect(await set(token, { password, nonce: second })).toMatchObject(notValid);
});

testWithClock("another user's nonce is refused, and a nonce opens no session", async () => {
  const ann = await signIn(newAddress());
  const bob = await oldSession();
  const { body } = await ask("POST", "/token?grant_type=refresh_token", {
    body: { refresh_token: ann.refresh_token },
  });
  const token = (body as Session).access_token;
  const nonce = await nonceFor({ email: ann.user.email, token });
  expect(await set(bob.token, { password, nonce })).toMatchObject(notValid);
  expect(await set(token, { password, nonce: otherCode(nonce) })).toMatchObject(notValid);
  for (const type of ["email", "recovery", "signup", "magiclink", "email_change"]) {
    expect(
      await ask("POST", "/verify", { body: { type, email: ann.user.email, token: nonce } }),
    ).toMatchObject({
      status: 403,
      body: { code: "otp_expired" },
    });
  }
});

test("a nonce is emailed to signed-in users, with a frequency limit", async () => {
  const { access_token: token } = await signIn(newAddress());
  expect(await ask("GET", "/reauthenticate", { token })).toMatchObject({ status: 200 });
  expect(await ask("GET", "/reauthenticate", { token })).toMatchObject({
    status: 429,
    body: { code: "over_email_send_rate_limit" },
  });
  expect(await ask("GET", "/reauthenticate")).toMatchObject({ status: 403, body: { code: "bad_jwt" } });
});

testWithClock("a new password voids every pending email and resets the frequency limit", async () => {
  const [email, newEmail] = [newAddress(), newAddress()];
  const { access_token: token } = await signIn(email);
  await putForward(emailInterval);
  await ask("POST", "/recover", { body: { email } });
  const reset = await nextEmail(email);
  await set(token, { email: newEmail });
  const agreed = { type: "email_change", email: newEmail, token: codeOf(await nextEmail(newEmail)) };
  expect(await set(token, { password })).toMatchObject({ status: 200 });
  const refused = { status: 403, body: { code: "otp_expired" } };
  for (const body of [
    { type: "recovery", email, token: codeOf(reset) },
    { type: "recovery", token_hash: hashOf(reset) },
    agreed,
  ]) {
    expect(await ask("POST", "/verify", { body })).toMatchObject(refused);
  }
  expect(await ask("POST", "/recover", { body: { email } })).toMatchObject({ status: 200 });
});

testWithClock("with a verified factor, setting a password needs aal2", async () => {
  const email = newAddress();
  const { session } = await withFactor(await signIn(email));
  await putForward(emailInterval);
  const elsewhere = await signIn(email);
  expect(await set(elsewhere.access_token, { password })).toMatchObject({
    status: 401,
    body: { code: "insufficient_aal" },
  });
  expect(await set(session.access_token, { password })).toMatchObject({ status: 200 });
});

test("the client library reports why a password is too weak", async () => {
  const browser = newBrowser();
  const { access_token, refresh_token } = await signIn(newAddress());
  await browser.auth.setSession({ access_token, refresh_token });
  const { error } = await browser.auth.updateUser({ password: "abc" });
  expect(error).toMatchObject({ name: "AuthWeakPasswordError", reasons: ["length"] });
  expect(await set(access_token, { password: "é".repeat(37) })).toMatchObject({
    status: 400,
    body: { code: "validation_failed" },
  });
});
