import { expect, test } from "vitest";
import { covers } from "./coverage/covers.ts";
import { pass, withFactor } from "./auth.factors.ts";
import {
  ask,
  callback,
  claimsOf,
  codeOf,
  follow,
  fragmentOf,
  hashOf,
  newAddress,
  newVerifier,
  nextEmail,
  otherCode,
  signIn,
  type Session,
} from "./auth.client.ts";
import { emailInterval, putForward, testWithClock } from "./with-clock.ts";

covers("POST /auth/v1/recover");

const password = "a long enough password 1";
const type = "recovery";

async function known(): Promise<{ email: string; session: Session }> {
  const email = newAddress();
  const session = await signIn(email);
  await putForward(emailInterval);
  return { email, session };
}

function recover(email: string, pkce: Record<string, string> = {}) {
  return ask("POST", "/recover", { body: { email, ...pkce } });
}

function verify(body: Record<string, string>) {
  return ask("POST", "/verify", { body });
}

const used = { status: 403, body: { code: "otp_expired" } };

testWithClock("the typed code of a reset starts a session that can set the password", async () => {
  const { email } = await known();
  await recover(email);
  const token = codeOf(await nextEmail(email));
  expect(await verify({ type, email, token: otherCode(token) })).toMatchObject(used);
  const { status, body } = await verify({ type, email, token });
  expect(status).toBe(200);
  const session = body as Session;
  expect(claimsOf(session.access_token)).toMatchObject({ aal: "aal1", amr: [{ method: "otp" }] });
  expect(await ask("PUT", "/user", { token: session.access_token, body: { password } })).toMatchObject({
    status: 200,
  });
  expect(await verify({ type, email, token })).toMatchObject(used);
});

testWithClock("a reset link opened on another device signs in by its hash", async () => {
  const { email } = await known();
  await recover(email, newVerifier().pkce);
  const token_hash = hashOf(await nextEmail(email));
  expect(token_hash).toMatch(/^pkce_/);
  expect(await verify({ type, token_hash, email })).toMatchObject({
    status: 400,
    body: { code: "validation_failed" },
  });
  const { status, body } = await verify({ type, token_hash });
  expect(status).toBe(200);
  expect(claimsOf((body as Session).access_token)["amr"]).toMatchObject([{ method: "otp" }]);
  expect(await verify({ type, token_hash })).toMatchObject(used);
});

testWithClock("without an exchange a reset link's session has the type recovery", async () => {
  const { email } = await known();
  await recover(email);
  const landed = await follow({ hash: hashOf(await nextEmail(email)), type, redirectTo: callback });
  expect(landed.searchParams.has("code")).toBe(false);
  expect(fragmentOf(landed)).toMatchObject({ type, token_type: "bearer" });
});

testWithClock("code and link of one email are one token", async () => {
  const { email } = await known();
  await recover(email);
  const mail = await nextEmail(email);
  expect(await verify({ type, email, token: codeOf(mail) })).toMatchObject({ status: 200 });
  const landed = await follow({ hash: hashOf(mail), type, redirectTo: callback });
  expect(fragmentOf(landed)).toMatchObject({ error_code: "otp_expired" });
});

testWithClock("a sign-in email voids a reset email, and vice versa", async () => {
  const { email } = await known();
  await recover(email);
  const reset = codeOf(await nextEmail(email));
  await putForward(emailInterval);
  await ask("POST", "/otp", { body: { email } });
  const signInCode = codeOf(await nextEmail(email));
  expect(await verify({ type, email, token: reset })).toMatchObject(used);
  await putForward(emailInterval);
  await recover(email);
  expect(await verify({ type: "email", email, token: signInCode })).toMatchObject(used);
  const token = codeOf(await nextEmail(email));
  expect(await verify({ type: "email", email, token })).toMatchObject({ status: 200 });
});

testWithClock("an expired reset is refused by code and by link", async () => {
  const { email } = await known();
  await recover(email);
  const mail = await nextEmail(email);
  await putForward(24 * 60 * 60 + 1);
  expect(await verify({ type, email, token: codeOf(mail) })).toMatchObject(used);
  expect(await verify({ type, token_hash: hashOf(mail) })).toMatchObject(used);
});

testWithClock("a reset confirms an unconfirmed address", async () => {
  const email = newAddress();
  await ask("POST", "/signup", { body: { email, password } });
  await putForward(emailInterval);
  await nextEmail(email);
  await recover(email);
  const { body } = await verify({ type, email, token: codeOf(await nextEmail(email)) });
  expect(body).toMatchObject({ user: { email_confirmed_at: expect.any(String) } });
});

testWithClock("a reset does not bypass the second factor", async () => {
  const { email, session } = await known();
  await ask("PUT", "/user", { token: session.access_token, body: { password } });
  const { factor } = await withFactor(session);
  await putForward(emailInterval);
  const { verifier, pkce } = newVerifier();
  await recover(email, pkce);
  const landed = await follow({ hash: hashOf(await nextEmail(email)), type, redirectTo: callback });
  const exchanged = await ask("POST", "/token?grant_type=pkce", {
    body: { auth_code: landed.searchParams.get("code"), code_verifier: verifier },
  });
  const token = (exchanged.body as Session).access_token;
  expect(claimsOf(token)).toMatchObject({ aal: "aal1", amr: [{ method: "recovery" }] });
  // Also for the current password, so that a mailbox alone can't test passwords.
  for (const tried of [`${password} new`, password]) {
    expect(await ask("PUT", "/user", { token, body: { password: tried } })).toMatchObject({
      status: 401,
      body: { code: "insufficient_aal" },
    });
  }
  expect(await ask("PUT", "/user", { token, body: { email: newAddress() } })).toMatchObject({
    status: 401,
    body: { code: "insufficient_aal" },
  });
  const raised = (await pass(token, factor)).access_token;
  expect(claimsOf(raised)["amr"]).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ method: "totp" }),
      expect.objectContaining({ method: "recovery" }),
    ]),
  );
  expect(await ask("PUT", "/user", { token: raised, body: { password: `${password} new` } })).toMatchObject({
    status: 200,
  });
});

testWithClock("a second reset too soon is refused with the remaining time", async () => {
  const { email } = await known();
  expect(await recover(email)).toMatchObject({ status: 200 });
  expect(await recover(email)).toMatchObject({
    status: 429,
    body: { code: "over_email_send_rate_limit", message: expect.stringMatching(/after \d+ seconds/) },
  });
});

test.each([
  ["no address", {}],
  ["an invalid address", { email: "nobody" }],
  ["half an exchange", { email: "a@mail.example", code_challenge: "x".repeat(43) }],
])("requesting a reset with %s is malformed", async (_what, body) => {
  expect(await ask("POST", "/recover", { body })).toMatchObject({
    status: 400,
    body: { code: "validation_failed" },
  });
});
