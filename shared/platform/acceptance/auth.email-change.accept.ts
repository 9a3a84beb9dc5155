import { expect, test } from "vitest";
import { covers } from "./coverage/covers.ts";
import { withFactor } from "./auth.factors.ts";
import {
  ask,
  callback,
  claimsOf,
  codeOf,
  follow,
  fragmentOf,
  hashOf,
  emailCount,
  newAddress,
  newVerifier,
  nextEmail,
  signIn,
  type Session,
} from "./auth.client.ts";
import { emailInterval, putForward, testWithClock } from "./with-clock.ts";

covers("PUT /auth/v1/user", "GET /auth/v1/verify", "POST /auth/v1/verify", "POST /auth/v1/resend");

const type = "email_change";

async function changing(pkce: Record<string, string> = {}) {
  const [email, newEmail] = [newAddress(), newAddress()];
  const { access_token: token, user } = await signIn(email);
  const response = await change(token, newEmail, pkce);
  expect(response).toMatchObject({ status: 200, body: { email, new_email: newEmail } });
  return { email, newEmail, token, user };
}

function change(token: string, email: string, pkce: Record<string, string> = {}) {
  return ask("PUT", "/user", { token, body: { email, ...pkce } });
}

async function codes({ email, newEmail }: { email: string; newEmail: string }) {
  return { old: codeOf(await nextEmail(email)), new: codeOf(await nextEmail(newEmail)) };
}

function agree(email: string, token: string) {
  return ask("POST", "/verify", { body: { type, email, token } });
}

const half = { status: 200, body: { code: "200", msg: expect.stringMatching(/other email/) } };
const refused = { status: 403, body: { code: "otp_expired" } };

test("codes of both addresses complete the change, in either order", async () => {
  const wish = await changing();
  const typed = await codes(wish);
  const first = await agree(wish.email, typed.old);
  expect(first).toMatchObject(half);
  expect(first.body).not.toHaveProperty("access_token");
  const { token } = wish;
  expect(await ask("GET", "/user", { token })).toMatchObject({ body: { new_email: wish.newEmail } });
  const second = await agree(wish.newEmail, typed.new);
  expect(second).toMatchObject({ status: 200, body: { user: { email: wish.newEmail } } });
  expect(claimsOf((second.body as Session).access_token)).toMatchObject({
    email: wish.newEmail,
    amr: [{ method: "otp" }],
  });
  const { body } = await ask("GET", "/user", { token });
  expect(body).toMatchObject({ email: wish.newEmail, identities: [{ email: wish.newEmail }] });
  expect(body).not.toHaveProperty("new_email");
});

test("token hashes complete the change like typed codes", async () => {
  const wish = await changing(newVerifier().pkce);
  const hashes = [hashOf(await nextEmail(wish.newEmail)), hashOf(await nextEmail(wish.email))];
  const responses = [];
  for (const token_hash of hashes)
    responses.push(await ask("POST", "/verify", { body: { type, token_hash } }));
  expect(responses[0]).toMatchObject(half);
  expect(responses[1]).toMatchObject({ status: 200, body: { user: { email: wish.newEmail } } });
});

test("the exchanged session has the method email_change", async () => {
  const { verifier, pkce } = newVerifier();
  const wish = await changing(pkce);
  const link = { type, redirectTo: callback };
  await follow({ ...link, hash: hashOf(await nextEmail(wish.newEmail)) });
  const landed = await follow({ ...link, hash: hashOf(await nextEmail(wish.email)) });
  const { body } = await ask("POST", "/token?grant_type=pkce", {
    body: { auth_code: landed.searchParams.get("code"), code_verifier: verifier },
  });
  expect(claimsOf((body as Session).access_token)["amr"]).toMatchObject([{ method: "email_change" }]);
});

test("without an exchange, the first confirmation is reported in the fragment alone", async () => {
  const wish = await changing();
  const landed = await follow({ type, redirectTo: callback, hash: hashOf(await nextEmail(wish.email)) });
  expect(fragmentOf(landed)).toMatchObject({ message: expect.stringMatching(/other email/) });
  expect(fragmentOf(landed)).not.toHaveProperty("access_token");
  expect(landed.searchParams.has("message")).toBe(false);
});

test("a code works only for its own address", async () => {
  const wish = await changing();
  const typed = await codes(wish);
  expect(await agree(wish.email, typed.new)).toMatchObject(refused);
  expect(await agree(wish.newEmail, typed.old)).toMatchObject(refused);
});

testWithClock("a new change replaces a pending one and its confirmations", async () => {
  const wish = await changing();
  const typed = await codes(wish);
  expect(await agree(wish.email, typed.old)).toMatchObject(half);
  await putForward(emailInterval);
  const other = newAddress();
  expect(await change(wish.token, other)).toMatchObject({ status: 200, body: { new_email: other } });
  expect(await agree(wish.newEmail, typed.new)).toMatchObject(refused);
  const again = await codes({ ...wish, newEmail: other });
  expect(await agree(other, again.new)).toMatchObject(half);
  expect(await agree(wish.email, again.old)).toMatchObject({ status: 200, body: { user: { email: other } } });
});

testWithClock("resending restarts the change for both addresses, looked up by the current one", async () => {
  const wish = await changing();
  const typed = await codes(wish);
  expect(await agree(wish.newEmail, typed.new)).toMatchObject(half);
  await putForward(emailInterval);
  const resend = (email: string) => ask("POST", "/resend", { body: { type, email } });
  expect(await resend(wish.newEmail)).toMatchObject({ status: 200, body: {} });
  expect(await agree(wish.email, typed.old)).toMatchObject({ status: 200 });

  const second = await changing();
  const before = await codes(second);
  await putForward(emailInterval);
  expect(await resend(second.email)).toMatchObject({ status: 200, body: {} });
  expect(await agree(second.email, before.old)).toMatchObject(refused);
  const after = await codes(second);
  expect(await agree(second.email, after.old)).toMatchObject(half);
  expect(await agree(second.newEmail, after.new)).toMatchObject({ status: 200 });
});

testWithClock("an expired change is refused", async () => {
  const wish = await changing();
  const typed = await codes(wish);
  expect(await agree(wish.email, typed.old)).toMatchObject(half);
  await putForward(24 * 60 * 60 + 1);
  expect(await agree(wish.newEmail, typed.new)).toMatchObject(refused);
});

testWithClock("after the change the password works with the new address only", async () => {
  const password = "a long enough password 1";
  const email = newAddress();
  const { access_token: token } = await signIn(email);
  await ask("PUT", "/user", { token, body: { password } });
  const newEmail = newAddress();
  await change(token, newEmail);
  const typed = await codes({ email, newEmail });
  await agree(email, typed.old);
  await agree(newEmail, typed.new);
  const grant = (address: string) =>
    ask("POST", "/token?grant_type=password", { body: { email: address, password } });
  expect(await grant(newEmail)).toMatchObject({ status: 200 });
  expect(await grant(email)).toMatchObject({ status: 400, body: { code: "invalid_credentials" } });
});

test("changing to the current address does nothing", async () => {
  const email = newAddress();
  const { access_token: token } = await signIn(email);
  const before = await emailCount(email);
  const { status, body } = await change(token, email.toUpperCase());
  expect(status).toBe(200);
  expect(body).not.toHaveProperty("new_email");
  expect(await emailCount(email)).toBe(before);
});

test("a second change too soon is refused", async () => {
  const { token } = await changing();
  expect(await change(token, newAddress())).toMatchObject({
    status: 429,
    body: { code: "over_email_send_rate_limit" },
  });
});

testWithClock("with a verified factor, changing the address needs aal2", async () => {
  const email = newAddress();
  const { session } = await withFactor(await signIn(email));
  await putForward(emailInterval);
  const elsewhere = await signIn(email);
  expect(await change(elsewhere.access_token, newAddress())).toMatchObject({
    status: 401,
    body: { code: "insufficient_aal" },
  });
  expect(await change(session.access_token, newAddress())).toMatchObject({ status: 200 });
});
