import { expect, test } from "vitest";
import { covers } from "./coverage/covers.ts";
import { askAsAdmin, createAccount, newServer, password, signInByPassword } from "./auth.admin.ts";
import {
  ask,
  callback,
  codeOf,
  follow,
  fragmentOf,
  hashOf,
  emailCount,
  newAddress,
  nextEmail,
  type Session,
} from "./auth.client.ts";
import { putForward, testWithClock } from "./with-clock.ts";

covers("POST /auth/v1/invite", "GET /auth/v1/verify", "POST /auth/v1/verify");

/** Longer than any emailed link is valid. Seconds. */
const longAfter = 25 * 60 * 60;

function invite(email: string, data?: Readonly<Record<string, unknown>>) {
  return askAsAdmin("POST", "/invite", { email, ...(data && { data }) });
}

test("an invited user gets an account and an email to accept it", async () => {
  const email = newAddress();
  const { data, error } = await newServer().auth.admin.inviteUserByEmail(email, {
    data: { name: "Ann" },
    redirectTo: callback,
  });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({
    email,
    role: "authenticated",
    user_metadata: { name: "Ann" },
    identities: [{ provider: "email" }],
  });
  expect(data.user?.invited_at).toBeDefined();
  expect(data.user?.confirmation_sent_at).toBeDefined();
  expect(data.user?.email_confirmed_at).toBeUndefined();
  const mail = await nextEmail(email);
  expect(mail.html).toContain("invite");
  const target = await follow({ hash: hashOf(mail), type: "invite", redirectTo: callback });
  expect(target.href.startsWith(`${callback}#`)).toBe(true);
  const { access_token: token = "", type } = fragmentOf(target);
  expect(type).toBe("invite");
  const { body } = await ask("GET", "/user", { token });
  expect(body).toMatchObject({ id: data.user?.id, user_metadata: { name: "Ann", email_verified: true } });
  expect(body).toHaveProperty("email_confirmed_at");
});

test("an invitation can also be accepted by its hash or its code", async () => {
  const [one, two] = [newAddress(), newAddress()];
  await Promise.all([invite(one), invite(two)]);
  const byHash = { type: "invite", token_hash: hashOf(await nextEmail(one)) };
  const byCode = { type: "invite", email: two, token: codeOf(await nextEmail(two)) };
  expect(await ask("POST", "/verify", { body: byHash })).toMatchObject({
    status: 200,
    body: { user: { email: one } },
  });
  expect(await ask("POST", "/verify", { body: byCode })).toMatchObject({
    status: 200,
    body: { user: { email: two } },
  });
});

test("a user chooses a password after accepting an invitation", async () => {
  const email = newAddress();
  await invite(email);
  expect(await signInByPassword(email, password)).toMatchObject({
    status: 400,
    body: { code: "invalid_credentials" },
  });
  const body = { type: "invite", token_hash: hashOf(await nextEmail(email)) };
  const { access_token: token } = (await ask("POST", "/verify", { body })).body as Session;
  expect(await ask("PUT", "/user", { token, body: { password } })).toMatchObject({ status: 200 });
  expect(await signInByPassword(email, password)).toMatchObject({ status: 200 });
});

test("an invitation works once", async () => {
  const email = newAddress();
  await invite(email);
  const link = { hash: hashOf(await nextEmail(email)), type: "invite", redirectTo: callback };
  expect(fragmentOf(await follow(link))).toHaveProperty("access_token");
  expect(fragmentOf(await follow(link))).toMatchObject({
    error: "access_denied",
    error_code: "otp_expired",
  });
});

test("inviting again voids the first invitation and changes nothing else", async () => {
  const email = newAddress();
  const first = await invite(email, { name: "Ann" });
  const old = hashOf(await nextEmail(email));
  const again = await invite(email.toUpperCase(), { name: "Eve" });
  expect(again).toMatchObject({
    status: 200,
    body: { id: (first.body as { id: string }).id, user_metadata: { name: "Ann" } },
  });
  const verify = (token_hash: string) => ask("POST", "/verify", { body: { type: "invite", token_hash } });
  expect(await verify(old)).toMatchObject({ status: 403, body: { code: "otp_expired" } });
  expect(await verify(hashOf(await nextEmail(email)))).toMatchObject({ status: 200 });
});

test("a confirmed user cannot be invited and gets no email", async () => {
  const { email } = await createAccount();
  expect(await invite(email)).toMatchObject({
    status: 422,
    body: { code: "email_exists", message: "A user with this email address has already been registered" },
  });
  expect(await emailCount(email)).toBe(0);
});

test("an unconfirmed user can be invited", async () => {
  const { id, email } = await createAccount({ email_confirm: false });
  const { status, body } = await invite(email);
  expect({ status, body }).toMatchObject({ status: 200, body: { id } });
  expect(body).toHaveProperty("invited_at");
});

test.each([
  [{ email: "" }, "validation_failed"],
  [{ email: "ann" }, "validation_failed"],
  ["{", "bad_json"],
])("an invitation without a valid address is refused: %j", async (body, code) => {
  expect(await askAsAdmin("POST", "/invite", body)).toMatchObject({ status: 400, body: { code } });
});

testWithClock("an invitation expires like every emailed link", async () => {
  const email = newAddress();
  await invite(email);
  const token_hash = hashOf(await nextEmail(email));
  await putForward(longAfter);
  expect(await ask("POST", "/verify", { body: { type: "invite", token_hash } })).toMatchObject({
    status: 403,
    body: { code: "otp_expired" },
  });
});
