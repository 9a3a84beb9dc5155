import { describe, expect, test } from "vitest";
import { covers } from "./coverage/covers.ts";
import { askAsAdmin } from "./auth.admin.ts";
import { ask, newAddress, signIn } from "./auth.client.ts";

/** Sign-in methods that the product's settings leave off, refused as the service refuses them. */

const phone = "+4915112345678";

describe("a phone number", () => {
  covers(
    "POST /auth/v1/signup",
    "POST /auth/v1/otp",
    "POST /auth/v1/token?grant_type=password",
    "POST /auth/v1/resend",
    "POST /auth/v1/verify",
  );

  const password = "a long enough password 1";
  const code_challenge = "a".repeat(43);
  test.each([
    ["signing up", "/signup", { phone, password }, 400, "phone_provider_disabled"],
    [
      "signing up with a code exchange",
      "/signup",
      { phone, password, code_challenge, code_challenge_method: "s256" },
      400,
      "validation_failed",
    ],
    ["asking for a code", "/otp", { phone }, 400, "phone_provider_disabled"],
    ["signing in", "/token?grant_type=password", { phone, password }, 422, "phone_provider_disabled"],
    ["asking for the code again", "/resend", { type: "sms", phone }, 400, "phone_provider_disabled"],
    ["asking again for a change", "/resend", { type: "phone_change", phone }, 400, "phone_provider_disabled"],
    [
      "asking again without the number",
      "/resend",
      { type: "sms", email: "a@b.example" },
      400,
      "validation_failed",
    ],
    ["typing a code", "/verify", { type: "sms", phone, token: "123456" }, 403, "otp_expired"],
    [
      "typing a code with a malformed number",
      "/verify",
      { type: "sms", phone: "none", token: "123456" },
      400,
      "validation_failed",
    ],
  ])("is refused for %s", async (_what, path, body, status, code) => {
    expect(await ask("POST", path, { body })).toMatchObject({ status, body: { code } });
  });

  test("resending a phone change to an email address is answered as with nothing pending", async () => {
    const body = { type: "phone_change", email: newAddress() };
    expect(await ask("POST", "/resend", { body })).toMatchObject({ status: 200, body: {} });
  });
});

describe("an external token", () => {
  covers("POST /auth/v1/token?grant_type=id_token", "POST /auth/v1/token?grant_type=web3");

  test.each([
    ["apple", "Apple"],
    ["azure", "Azure"],
  ])("of %s must name its issuer", async (provider, name) => {
    const body = { provider, id_token: "a.b.c" };
    expect(await ask("POST", "/token?grant_type=id_token", { body })).toMatchObject({
      status: 400,
      body: {
        code: "validation_failed",
        message: `Unable to detect issuer in ID token for ${name} provider`,
      },
    });
  });

  test("of a provider that is off is refused", async () => {
    const body = { provider: "google", id_token: "a.b.c" };
    expect(await ask("POST", "/token?grant_type=id_token", { body })).toMatchObject({
      status: 400,
      body: {
        code: "provider_disabled",
        message: 'Provider (issuer "https://accounts.google.com") is not enabled',
      },
    });
  });

  test("of an unknown provider is refused by name", async () => {
    const body = { provider: "somebody", id_token: "a.b.c" };
    expect(await ask("POST", "/token?grant_type=id_token", { body })).toMatchObject({
      status: 400,
      body: { code: "validation_failed", message: 'Custom OIDC provider "somebody" not allowed' },
    });
  });

  test.each([
    ["no token", {}, "id_token required"],
    ["no provider", { id_token: "a.b.c" }, "provider or client_id and issuer required"],
  ])("with %s is refused as an OAuth error", async (_what, body, error_description) => {
    const { status, headers, body: response } = await ask("POST", "/token?grant_type=id_token", { body });
    expect(status).toBe(400);
    expect(response).toEqual({ error: "invalid request", error_description });
    expect(headers.get("x-supabase-api-version")).toBe("2024-01-01");
  });

  test("of a wallet is refused", async () => {
    const body = { chain: "solana", message: "let me in", signature: "x" };
    expect(await ask("POST", "/token?grant_type=web3", { body })).toMatchObject({
      status: 422,
      body: { code: "web3_provider_disabled" },
    });
  });
});

describe("a feature that is off", () => {
  covers(
    "POST /auth/v1/sso",
    "GET /auth/v1/sso/saml/metadata",
    "POST /auth/v1/sso/saml/acs",
    "GET /auth/v1/oauth/authorize",
    "POST /auth/v1/oauth/token",
    "POST /auth/v1/oauth/clients/register",
    "GET /auth/v1/user/oauth/grants",
    "GET /auth/v1/.well-known/oauth-authorization-server",
    "GET /auth/v1/admin/oauth/clients",
    "POST /auth/v1/admin/oauth/clients",
  );

  test.each([
    ["POST", "/sso"],
    ["GET", "/sso/saml/metadata"],
    ["POST", "/sso/saml/acs"],
  ])("SSO: %s %s", async (method, path) => {
    const body = method === "POST" ? { body: { domain: "company.example" } } : {};
    expect(await ask(method, path, body)).toMatchObject({
      status: 404,
      body: { code: "saml_provider_disabled", message: "SAML 2.0 is disabled" },
    });
  });

  test.each([
    ["GET", "/.well-known/oauth-authorization-server"],
    ["GET", "/oauth/authorize"],
    ["POST", "/oauth/token"],
    ["POST", "/oauth/clients/register"],
  ])("OAuth server: %s %s", async (method, path) => {
    expect(await ask(method, path, method === "POST" ? { body: {} } : {})).toMatchObject({
      status: 404,
      body: { code: "feature_disabled", message: "OAuth server is disabled" },
    });
  });

  test("OAuth clients: off for administrators, closed to everyone else", async () => {
    for (const [method, path] of [
      ["GET", "/admin/oauth/clients"],
      ["POST", "/admin/oauth/clients"],
      ["GET", "/admin/oauth/clients/8f14e45f-ce0a-4f2b-9d0b-2f2a2f0e1111"],
    ] as const) {
      expect(await askAsAdmin(method, path, method === "POST" ? {} : undefined)).toMatchObject({
        status: 404,
        body: { code: "feature_disabled", message: "OAuth server is disabled" },
      });
      expect(await ask(method, path)).toMatchObject({ status: 403, body: { code: "not_admin" } });
    }
  });

  test("OAuth grants: requires a token first", async () => {
    expect(await ask("GET", "/user/oauth/grants")).toMatchObject({ status: 403, body: { code: "bad_jwt" } });
    const { access_token: token } = await signIn(newAddress());
    expect(await ask("GET", "/user/oauth/grants", { token })).toMatchObject({
      status: 404,
      body: { code: "feature_disabled" },
    });
  });
});
