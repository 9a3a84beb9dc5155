import { expect, test } from "vitest";
import { covers } from "./coverage/covers.ts";
import {
  ask,
  claimsOf,
  codeOf,
  emailCount,
  newAddress,
  nextEmail,
  signIn,
  type Session,
} from "./auth.client.ts";

covers(
  "POST /auth/v1/otp",
  "POST /auth/v1/verify",
  "POST /auth/v1/recover",
  "GET /auth/v1/user",
  "POST /auth/v1/token?grant_type=password",
);

const headers = { "X-JWT-AUD": "another-app" };

test("a token is refused for another audience", async () => {
  const { access_token: token } = await signIn(newAddress());
  expect(await ask("GET", "/user", { token, headers })).toMatchObject({
    status: 400,
    body: { code: "validation_failed", message: "Token audience doesn't match request audience" },
  });
  const own = { "X-JWT-AUD": "authenticated" };
  expect(await ask("GET", "/user", { token, headers: own })).toMatchObject({ status: 200 });
});

test("accounts of another audience are visible only when that audience is requested", async () => {
  const email = newAddress();
  const password = "a long enough password 1";
  await ask("POST", "/otp", { body: { email }, headers });
  const proof = { type: "email", email, token: codeOf(await nextEmail(email)) };
  expect(await ask("POST", "/verify", { body: proof })).toMatchObject({
    status: 403,
    body: { code: "otp_expired" },
  });
  const verified = await ask("POST", "/verify", { body: proof, headers });
  expect(verified).toMatchObject({ status: 200, body: { user: { aud: "another-app" } } });
  const { access_token: token } = verified.body as Session;
  expect(claimsOf(token)["aud"]).toBe("another-app");
  expect(await ask("PUT", "/user", { token, body: { password } })).toMatchObject({ status: 200 });

  const byPassword = (options: object) =>
    ask("POST", "/token?grant_type=password", { body: { email, password }, ...options });
  expect(await byPassword({ headers })).toMatchObject({ status: 200 });
  expect(await byPassword({})).toMatchObject({ status: 400, body: { code: "invalid_credentials" } });
  const before = await emailCount(email);
  expect(await ask("POST", "/recover", { body: { email } })).toMatchObject({ status: 200 });
  expect(await ask("POST", "/otp", { body: { email, create_user: false } })).toMatchObject({
    status: 422,
    body: { code: "otp_disabled" },
  });
  expect(await emailCount(email)).toBe(before);
});
