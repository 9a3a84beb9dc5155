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
  nextMail,
  otherCode,
  signIn,
  type Session,
} from "./auth.people.ts";
import { mailInterval, putForward, testWithClock } from "./with-clock.ts";

covers("GET /auth/v1/user", "PUT /auth/v1/user", "GET /auth/v1/reauthenticate");

const password = "a long enough password 1";

test("someone reads their own account as it is now", async () => {
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

test("what someone says about themselves is merged, and a null takes it away", async () => {
  const { access_token: token } = await signIn(newAddress());
  await ask("PUT", "/user", { token, body: { data: { name: "Ann", city: "Bern" } } });
  const { body } = await ask("PUT", "/user", { token, body: { data: { city: null, age: 4 } } });
  expect(body).toMatchObject({ user_metadata: { name: "Ann", age: 4, email_verified: true } });
  expect((body as { user_metadata: object }).user_metadata).not.toHaveProperty("city");
});

test("nobody gives themselves rights", async () => {
  const { access_token: token } = await signIn(newAddress());
  expect(await ask("PUT", "/user", { token, body: { app_metadata: { role: "admin" } } })).toMatchObject({
    status: 403,
    body: { code: "not_admin" },
  });
});

testWithClock("a new password ends every other session and works at once", async () => {
  const email = newAddress();
  const other = await signIn(email);
  await putForward(mailInterval);
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

test("the same password again, or a weak one, is refused", async () => {
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

test("an address changes only after both the old and the new one agree", async () => {
  const [email, newEmail] = [newAddress(), newAddress()];
  const { access_token: token, user } = await signIn(email);
  const asked = await ask("PUT", "/user", { token, body: { email: newEmail } });
  expect(asked).toMatchObject({ status: 200, body: { email, new_email: newEmail } });
  const type = "email_change";
  const first = await ask("POST", "/verify", {
    body: { type, email: newEmail, token: codeOf(await nextMail(newEmail)) },
  });
  expect(first).toMatchObject({ status: 200, body: { code: "200", msg: expect.any(String) } });
  expect(await ask("GET", "/user", { token })).toMatchObject({ body: { email } });
  const second = await ask("POST", "/verify", {
    body: { type, email, token: codeOf(await nextMail(email)) },
  });
  expect(second).toMatchObject({ status: 200, body: { user: { id: user.id, email: newEmail } } });
  expect((second.body as { user: object }).user).not.toHaveProperty("new_email");
});

test("half of an address change says so in the link's destination, the other half ends in a code", async () => {
  const [email, newEmail] = [newAddress(), newAddress()];
  const { access_token: token } = await signIn(email);
  const { verifier, asked } = newVerifier();
  await ask("PUT", "/user", { token, body: { email: newEmail, ...asked } });
  const link = { type: "email_change", redirectTo: callback };
  const half = await follow({ ...link, hash: hashOf(await nextMail(email)) });
  expect(half.searchParams.get("message")).toMatch(/proceed to confirm link sent to the other email/);
  expect(fragmentOf(half)["message"]).toBe(half.searchParams.get("message"));
  expect(half.searchParams.has("code")).toBe(false);
  const whole = await follow({ ...link, hash: hashOf(await nextMail(newEmail)) });
  const body = { auth_code: whole.searchParams.get("code"), code_verifier: verifier };
  expect(await ask("POST", "/token?grant_type=pkce", { body })).toMatchObject({
    status: 200,
    body: { user: { email: newEmail } },
  });
});

test("the same half twice does not make a whole", async () => {
  const [email, newEmail] = [newAddress(), newAddress()];
  const { access_token: token } = await signIn(email);
  await ask("PUT", "/user", { token, body: { email: newEmail } });
  const body = { type: "email_change", email: newEmail, token: codeOf(await nextMail(newEmail)) };
  expect(await ask("POST", "/verify", { body })).toMatchObject({ status: 200 });
  expect(await ask("POST", "/verify", { body })).toMatchObject({
    status: 403,
    body: { code: "otp_expired" },
  });
  expect(await ask("GET", "/user", { token })).toMatchObject({ body: { email } });
});

test("an address that has an account already is refused", async () => {
  const [email, other] = [newAddress(), newAddress()];
  await signIn(other);
  const { access_token: token } = await signIn(email);
  expect(await ask("PUT", "/user", { token, body: { email: other } })).toMatchObject({
    status: 422,
    body: { code: "email_exists" },
  });
});

testWithClock("a pending address change is mailed again to both", async () => {
  const [email, newEmail] = [newAddress(), newAddress()];
  const { access_token: token } = await signIn(email);
  await ask("PUT", "/user", { token, body: { email: newEmail } });
  const old = [codeOf(await nextMail(email)), codeOf(await nextMail(newEmail))];
  await putForward(mailInterval);
  await ask("POST", "/resend", { body: { type: "email_change", email } });
  expect(codeOf(await nextMail(email))).not.toBe(old[0]);
  expect(codeOf(await nextMail(newEmail))).not.toBe(old[1]);
});

test("a nonce to prove oneself again comes by mail", async () => {
  const email = newAddress();
  const { access_token: token } = await signIn(email);
  expect(await ask("GET", "/reauthenticate", { token })).toMatchObject({ status: 200, body: {} });
  expect(codeOf(await nextMail(email))).toMatch(/^\d+$/);
});

testWithClock("an old session changes the password only with a mailed nonce, once", async () => {
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
  const nonce = codeOf(await nextMail(email));
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
