import { expect, test } from "vitest";
import { covers } from "./coverage/covers.ts";
import { apiVersion, ask } from "./auth.people.ts";

covers(
  "GET /auth/v1/health",
  "GET /auth/v1/settings",
  "GET /auth/v1/.well-known/jwks.json",
  "POST /auth/v1/verify",
);

test("an error carries its code in the form that the caller's version knows", async () => {
  const dated = await ask("POST", "/verify", { body: { type: "email", token_hash: "ab" } });
  expect(dated.body).toEqual({ code: "otp_expired", message: "Email link is invalid or has expired" });
  expect(dated.headers.get("x-supabase-api-version")).toBe(apiVersion["X-Supabase-Api-Version"]);
  expect(dated.headers.get("x-sb-error-code")).toBe("otp_expired");
  const body = { type: "email", token_hash: "ab" };
  const older = await ask("POST", "/verify", { body, headers: { "X-Supabase-Api-Version": "2023-01-01" } });
  expect(older.body).toEqual({
    code: 403,
    error_code: "otp_expired",
    msg: "Email link is invalid or has expired",
  });
  expect(older.headers.get("x-supabase-api-version")).toBeNull();
  expect(older.headers.get("x-sb-error-code")).toBe("otp_expired");
});

test("a page can ask what it may offer", async () => {
  const { status, body } = await ask("GET", "/settings");
  expect(status).toBe(200);
  expect(body).toMatchObject({
    external: { email: true, phone: false, anonymous_users: false },
    disable_signup: false,
    mailer_autoconfirm: false,
    saml_enabled: false,
  });
});

test("the service says that it is alive", async () => {
  expect(await ask("GET", "/health")).toMatchObject({ status: 200, body: { name: "GoTrue" } });
});

test("keys that are secret are never published", async () => {
  const { status, body } = await ask("GET", "/.well-known/jwks.json");
  expect(status).toBe(200);
  for (const key of (body as { keys: Record<string, unknown>[] }).keys) {
    expect(key["kty"]).not.toBe("oct");
    expect(key).not.toHaveProperty("d");
  }
});
