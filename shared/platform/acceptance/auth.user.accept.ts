import { expect, test } from "vitest";
import { covers } from "./coverage/covers.ts";
import {
  ask,
  callback,
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

covers("GET /auth/v1/user", "PUT /auth/v1/user", "GET /auth/v1/reauthenticate");

const password = "a long enough password 1";

test("GET /user returns the stored account", async () => {
  const email = newAddress();
  const { access_token, user } = await signIn(email);
  const { status, body } = await ask("GET", "/user", { token: access_token });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: user.id,
    aud: "authenticated",
    role: "authenticated",
    email,
    phone: "",
    app_metadata: { provider: "email", providers: ["email"] },
    identities: [{ id: user.id, user_id: user.id, provider: "email", email }],
    is_anonymous: false,
  });
  expect(body).not.toHaveProperty("encrypted_password");
  expect(body).not.toHaveProperty("banned_until");
});

test("metadata are merged, and null removes a key", async () => {
  const { access_token: token } = await signIn(newAddress());
  await ask("PUT", "/user", { token, body: { data: { name: "Ann", city: "Bern" } } });
  const { body } = await ask("PUT", "/user", { token, body: { data: { city: null, age: 4 } } });
  expect(body).toMatchObject({ user_metadata: { name: "Ann", age: 4, email_verified: true } });
  expect((body as { user_metadata: object }).user_metadata).not.toHaveProperty("city");
});

test("users cannot change their app metadata", async () => {
  const { access_token: token } = await signIn(newAddress());
  expect(await ask("PUT", "/user", { token, body: { app_metadata: { role: "admin" } } })).toMatchObject({
    status: 403,
    body: { code: "not_admin" },
  });
});

testWithClock("a new password ends every other session", async () => {
  const email = newAddress();
  const other = await signIn(email);
  await putForward(emailInterval);
  const here = await signIn(email);
  const token = here.access_token;
  expect(await ask("PUT", "/user", { token, body: { password } })).toMatchObject({ status: 200 });
  expect(await ask("GET", "/user", { token })).toMatchObject({ status: 200 });
  expect(await ask("GET", "/user", { token: other.access_token })).toMatchObject({
    status: 403,
    body: { code: "session_not_found" },
  });
  const signedIn = await ask("POST", "/token?grant_type=password", { body: { email, password } });
  expect(signedIn).toMatchObject({ status: 200 });
});

test("the same password and a weak one are refused", async () => {
  const { access_token: token } = await signIn(newAddress());
  await ask("PUT", "/user", { token, body: { password } });
  expect(await ask("PUT", "/user", { token, body: { password } })).toMatchObject({
    status: 422,
    body: { code: "same_password" },
  });
  expect(await ask("PUT", "/user", { token, body: { password: "abc" } })).toMatchObject({
    status: 422,
    body: { code: "weak_password", weak_password: { reasons: expect.arrayContaining(["length"]) } },
  });
});

test("an address changes after the old and the new one confirm", async () => {
  const [email, newEmail] = [newAddress(), newAddress()];
  const { access_token: token, user } = await signIn(email);
  const response = await ask("PUT", "/user", { token, body: { email: newEmail } });
  expect(response).toMatchObject({ status: 200, body: { email, new_email: newEmail } });
  const type = "email_change";
  const first = await ask("POST", "/verify", {
    body: { type, email: newEmail, token: codeOf(await nextEmail(newEmail)) },
  });
  expect(first).toMatchObject({ status: 200, body: { code: "200", msg: expect.any(String) } });
  expect(await ask("GET", "/user", { token })).toMatchObject({ body: { email } });
  const second = await ask("POST", "/verify", {
    body: { type, email, token: codeOf(await nextEmail(email)) },
  });
  expect(second).toMatchObject({ status: 200, body: { user: { id: user.id, email: newEmail } } });
  expect((second.body as { user: object }).user).not.toHaveProperty("new_email");
});

test("the first confirmation is reported at the target, the second returns a code", async () => {
  const [email, newEmail] = [newAddress(), newAddress()];
  const { access_token: token } = await signIn(email);
  const { verifier, pkce } = newVerifier();
  await ask("PUT", "/user", { token, body: { email: newEmail, ...pkce } });
  const link = { type: "email_change", redirectTo: callback };
  const half = await follow({ ...link, hash: hashOf(await nextEmail(email)) });
  expect(half.searchParams.get("message")).toMatch(/proceed to confirm link sent to the other email/);
  expect(fragmentOf(half)["message"]).toBe(half.searchParams.get("message"));
  expect(half.searchParams.has("code")).toBe(false);
  const whole = await follow({ ...link, hash: hashOf(await nextEmail(newEmail)) });
  const body = { auth_code: whole.searchParams.get("code"), code_verifier: verifier };
  expect(await ask("POST", "/token?grant_type=pkce", { body })).toMatchObject({
    status: 200,
    body: { user: { email: newEmail } },
  });
});

test("confirming twice with one address is refused", async () => {
  const [email, newEmail] = [newAddress(), newAddress()];
  const { access_token: token } = await signIn(email);
  await ask("PUT", "/user", { token, body: { email: newEmail } });
  const body = { type: "email_change", email: newEmail, token: codeOf(await nextEmail(newEmail)) };
  expect(await ask("POST", "/verify", { body })).toMatchObject({ status: 200 });
  expect(await ask("POST", "/verify", { body })).toMatchObject({
    status: 403,
    body: { code: "otp_expired" },
  });
  expect(await ask("GET", "/user", { token })).toMatchObject({ body: { email } });
});

test("an address with an account is refused", async () => {
  const [email, other] = [newAddress(), newAddress()];
  await signIn(other);
  const { access_token: token } = await signIn(email);
  expect(await ask("PUT", "/user", { token, body: { email: other } })).toMatchObject({
    status: 422,
    body: { code: "email_exists" },
  });
});

testWithClock("a pending email change is sent again to both addresses", async () => {
  const [email, newEmail] = [newAddress(), newAddress()];
  const { access_token: token } = await signIn(email);
  await ask("PUT", "/user", { token, body: { email: newEmail } });
  const old = [codeOf(await nextEmail(email)), codeOf(await nextEmail(newEmail))];
  await putForward(emailInterval);
  await ask("POST", "/resend", { body: { type: "email_change", email } });
  expect(codeOf(await nextEmail(email))).not.toBe(old[0]);
  expect(codeOf(await nextEmail(newEmail))).not.toBe(old[1]);
});

test("a reauthentication nonce is emailed", async () => {
  const email = newAddress();
  const { access_token: token } = await signIn(email);
  expect(await ask("GET", "/reauthenticate", { token })).toMatchObject({ status: 200, body: {} });
  expect(codeOf(await nextEmail(email))).toMatch(/^\d+$/);
});

testWithClock("a session older than a day needs an emailed nonce for a new password", async () => {
  const email = newAddress();
  const { refresh_token } = await signIn(email);
  await putForward(25 * 60 * 60);
  const grant = await ask("POST", "/token?grant_type=refresh_token", { body: { refresh_token } });
  const token = (grant.body as Session).access_token;
  expect(await ask("PUT", "/user", { token, body: { password } })).toMatchObject({
    status: 400,
    body: { code: "reauthentication_needed" },
  });
  await ask("GET", "/reauthenticate", { token });
  const nonce = codeOf(await nextEmail(email));
  expect(await ask("PUT", "/user", { token, body: { password, nonce: otherCode(nonce) } })).toMatchObject({
    status: 422,
    body: { code: "reauthentication_not_valid" },
  });
  expect(await ask("PUT", "/user", { token, body: { password, nonce } })).toMatchObject({ status: 200 });
  const other = `${password} other`;
  expect(await ask("PUT", "/user", { token, body: { password: other, nonce } })).toMatchObject({
    status: 422,
    body: { code: "reauthentication_not_valid" },
  });
});
