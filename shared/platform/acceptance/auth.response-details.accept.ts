import { expect, test } from "vitest";
import { createAccount, askAsAdmin, password, signInByPassword } from "./auth.admin.ts";
import { ask, follow, hashOf, newAddress, nextEmail, signIn, type Session } from "./auth.client.ts";
import { covers } from "./coverage/covers.ts";
import { target } from "./target.ts";

covers(
  "GET /auth/v1/verify",
  "POST /auth/v1/signup",
  "POST /auth/v1/token?grant_type=password",
  "POST /auth/v1/token?grant_type=refresh_token",
  "POST /auth/v1/admin/users",
  "GET /auth/v1/user",
);

test("a strong password has `weak_password` null", async () => {
  const { email } = await createAccount({ password });
  expect(await signInByPassword(email, password)).toMatchObject({
    status: 200,
    body: { weak_password: null },
  });
});

test("a session's ids and the start of its refresh token are repeated in headers", async () => {
  const { email, id } = await createAccount({ password });
  const begun = await signInByPassword(email, password);
  const { refresh_token } = begun.body as Session;
  expect(begun.headers.get("sb-auth-user-id")).toBe(id);
  expect(begun.headers.get("sb-auth-session-id")).toMatch(/^[0-9a-f-]{36}$/);
  expect(begun.headers.get("sb-auth-refresh-token-prefix")).toBe(refresh_token.slice(0, 5));
  expect(begun.headers.get("sb-auth-refresh-token-reuse")).toBeNull();

  const refreshed = await ask("POST", "/token?grant_type=refresh_token", { body: { refresh_token } });
  expect(refreshed.headers.get("sb-auth-refresh-token-reuse")).toBe("false");
  const again = await ask("POST", "/token?grant_type=refresh_token", { body: { refresh_token } });
  expect(again.status).toBe(200);
  expect(again.headers.get("sb-auth-refresh-token-reuse")).toBeNull();
});

test("a weak password names its code in the body alone", async () => {
  const body = { email: newAddress(), password: "abc" };
  const { status, headers, body: response } = await ask("POST", "/signup", { body });
  expect([status, headers.get("x-sb-error-code")]).toEqual([422, null]);
  expect(response).toMatchObject({ code: "weak_password", weak_password: { reasons: ["length"] } });
});

test("a redirect has an HTML body, and its error in the address alone", async () => {
  const { url, anonKey } = target();
  const response = await fetch(`${url}/auth/v1/verify?token=none&type=magiclink`, {
    headers: { apikey: anonKey },
    redirect: "manual",
  });
  expect(response.status).toBe(303);
  expect(response.headers.get("x-sb-error-code")).toBeNull();
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  const location = response.headers.get("location") ?? "";
  expect(await response.text()).toBe(`<a href="${location.replaceAll("&", "&amp;")}">See Other</a>.\n\n`);
});

test("parameters of a redirect are sorted with the existing ones", async () => {
  const email = newAddress();
  await ask("POST", "/otp", {
    body: { email, code_challenge: "a".repeat(43), code_challenge_method: "s256" },
  });
  const hash = hashOf(await nextEmail(email));
  const redirectTo = "http://127.0.0.1:3000?next=%2Finbox&about=1";
  const landed = await follow({ hash, type: "signup", redirectTo });
  expect([...landed.searchParams.keys()]).toEqual(["about", "code", "next"]);
});

test("creating a confirmed account answers without `confirmed_at`", async () => {
  const account = await createAccount();
  expect(account).toHaveProperty("email_confirmed_at");
  expect(account).not.toHaveProperty("confirmed_at");
  expect((await askAsAdmin("GET", `/admin/users/${account.id}`)).body).toHaveProperty("confirmed_at");
});

test("confirming an address verifies its identity", async () => {
  const { access_token: token } = await signIn(newAddress());
  expect(await ask("GET", "/user", { token })).toMatchObject({
    body: { identities: [{ identity_data: { email_verified: true } }] },
  });
});
