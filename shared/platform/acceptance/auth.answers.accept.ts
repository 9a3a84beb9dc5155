import { expect, test } from "vitest";
import { covers } from "./coverage/covers.ts";
import { apiVersion, ask, newAddress, signIn } from "./auth.client.ts";
import { target } from "./target.ts";

covers(
  "GET /auth/v1/health",
  "GET /auth/v1/settings",
  "GET /auth/v1/.well-known/jwks.json",
  "POST /auth/v1/verify",
  "POST /auth/v1/token?grant_type=refresh_token",
);

test("errors have the format of the caller's API version", async () => {
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

test("the settings list the available sign-in methods", async () => {
  const { status, body } = await ask("GET", "/settings");
  expect(status).toBe(200);
  expect(body).toMatchObject({
    external: { email: true, phone: false, anonymous_users: false },
    disable_signup: false,
    mailer_autoconfirm: false,
    saml_enabled: false,
    saml_private_key_next_configured: true,
    phone_autoconfirm: expect.any(Boolean),
    passkeys_enabled: expect.any(Boolean),
    sms_provider: expect.any(String),
  });
  const offered = Object.values((body as { external: object }).external);
  expect((body as { external: object }).external).not.toHaveProperty("x");
  expect(new Set(offered.map((each) => typeof each))).toEqual(new Set(["boolean"]));
});

test("the health endpoint names the service", async () => {
  expect(await ask("GET", "/health")).toMatchObject({ status: 200, body: { name: "GoTrue" } });
});

test("secret keys are never published", async () => {
  const { status, body } = await ask("GET", "/.well-known/jwks.json");
  expect(status).toBe(200);
  for (const key of (body as { keys: Record<string, unknown>[] }).keys) {
    expect(key["kty"]).not.toBe("oct");
    expect(key).not.toHaveProperty("d");
  }
});

/** Sends a request with each API version and compares what must be equal. */
async function inBothVersions(method: string, path: string, body: string) {
  const dated = await ask(method, path, { body });
  const older = await ask(method, path, { body, headers: { "X-Supabase-Api-Version": "" } });
  expect(dated.headers.get("x-supabase-api-version")).toBe(apiVersion["X-Supabase-Api-Version"]);
  expect(older.headers.get("x-supabase-api-version")).toBeNull();
  expect(older.status).toBe(dated.status);
  expect(older.headers.get("x-sb-error-code")).toBe(dated.headers.get("x-sb-error-code"));
  return { status: dated.status, dated: dated.body, older: older.body };
}

test.each([
  ["text that is not JSON", "{"],
  ["a list", "[]"],
  ["nothing", ""],
])("%s as a body is refused", async (_what, body) => {
  const parseError = expect.stringMatching(/^Could not parse request body as JSON: /);
  expect(await inBothVersions("POST", "/verify", body)).toEqual({
    status: 400,
    dated: { code: "bad_json", message: parseError },
    older: { code: 400, error_code: "bad_json", msg: parseError },
  });
});

test("a body of more than one megabyte is refused", async () => {
  const body = JSON.stringify({ type: "email", token_hash: "a".repeat(1024 * 1024) });
  expect(await inBothVersions("POST", "/verify", body)).toEqual({
    status: 413,
    dated: { code: "request_entity_too_large", message: expect.any(String) },
    older: { code: 413, error_code: "request_entity_too_large", msg: expect.any(String) },
  });
  const most = JSON.stringify({ type: "email", token_hash: "a".repeat(1024 * 1024 - 100) });
  expect(await ask("POST", "/verify", { body: most })).toMatchObject({ status: 403 });
});

test.each([{}, { refresh_token: "" }])("a refresh with %j is malformed", async (body) => {
  expect(await ask("POST", "/token?grant_type=refresh_token", { body })).toMatchObject({
    status: 400,
    body: { code: "validation_failed", message: "Refresh token is not valid" },
  });
});

test("unknown paths are 404 in plain text", async () => {
  const { url, anonKey } = target();
  const response = await fetch(`${url}/auth/v1/nowhere`, { headers: { apikey: anonKey } });
  expect([response.status, response.headers.get("content-type"), (await response.text()).trim()]).toEqual([
    404,
    expect.stringMatching(/^text\/plain/),
    "404 page not found",
  ]);
  expect(await ask("GET", "/health")).toMatchObject({ status: 200 });
});

test.each([
  ["POST", "/health"],
  ["DELETE", "/settings"],
  ["PUT", "/.well-known/jwks.json"],
])("%s %s is not allowed", async (method, path) => {
  expect(await ask(method, path)).toMatchObject({ status: 405, body: undefined });
  expect(await ask("GET", path)).toMatchObject({ status: 200 });
});

test("paths below an account require a token before answering 404 or 405", async () => {
  for (const [method, path] of [
    ["PATCH", "/user"],
    ["GET", "/user/nowhere"],
    ["GET", "/factors"],
  ] as const) {
    expect(await ask(method, path)).toMatchObject({ status: 403, body: { code: "bad_jwt" } });
  }
  const { access_token: token } = await signIn(newAddress());
  expect(await ask("PATCH", "/user", { token })).toMatchObject({ status: 405 });
  expect(await ask("GET", "/user/nowhere", { token })).toMatchObject({ status: 404 });
  expect(await ask("GET", "/factors", { token })).toMatchObject({ status: 405 });
});
