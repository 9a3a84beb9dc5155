import { describe, expect, test } from "vitest";
import { covers } from "./coverage/covers.ts";
import { ask, newAddress, signIn } from "./auth.people.ts";

/** Ways in that the product's settings leave off. Whoever tries one is told so as the service tells it. */

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
  ])("opens nothing by %s", async (_what, path, body, status, code) => {
    expect(await ask("POST", path, { body })).toMatchObject({ status, body: { code } });
  });

  test("asking again by an address for a change of number answers as for nothing pending", async () => {
    const body = { type: "phone_change", email: newAddress() };
    expect(await ask("POST", "/resend", { body })).toMatchObject({ status: 200, body: {} });
  });
});

describe("a token of somebody else", () => {
  covers("POST /auth/v1/token?grant_type=id_token", "POST /auth/v1/token?grant_type=web3");

  test("of a provider is not taken where the provider is off", async () => {
    const body = { provider: "apple", id_token: "a.b.c" };
    expect(await ask("POST", "/token?grant_type=id_token", { body })).toMatchObject({
      status: 400,
      body: {
        code: "provider_disabled",
        message: 'Provider (issuer "https://appleid.apple.com") is not enabled',
      },
    });
  });

  test("of a provider that nobody knows is refused by its name", async () => {
    const body = { provider: "somebody", id_token: "a.b.c" };
    expect(await ask("POST", "/token?grant_type=id_token", { body })).toMatchObject({
      status: 400,
      body: { code: "validation_failed", message: 'Custom OIDC provider "somebody" not allowed' },
    });
  });

  test.each([
    ["no token", {}, "id_token required"],
    ["nobody's name", { id_token: "a.b.c" }, "provider or client_id and issuer required"],
  ])("with %s is refused in the words of the OAuth standard", async (_what, body, error_description) => {
    const { status, headers, body: answer } = await ask("POST", "/token?grant_type=id_token", { body });
    expect(status).toBe(400);
    expect(answer).toEqual({ error: "invalid request", error_description });
    expect(headers.get("x-supabase-api-version")).toBe("2024-01-01");
  });

  test("of a wallet opens nothing", async () => {
    const body = { chain: "solana", message: "let me in", signature: "x" };
    expect(await ask("POST", "/token?grant_type=web3", { body })).toMatchObject({
      status: 422,
      body: { code: "web3_provider_disabled" },
    });
  });
});

describe("a part of the service", () => {
  covers(
    "POST /auth/v1/sso",
    "GET /auth/v1/sso/saml/metadata",
    "POST /auth/v1/sso/saml/acs",
    "GET /auth/v1/oauth/authorize",
    "POST /auth/v1/oauth/token",
    "POST /auth/v1/oauth/clients/register",
    "GET /auth/v1/user/oauth/grants",
    "GET /auth/v1/.well-known/oauth-authorization-server",
  );

  test.each([
    ["POST", "/sso"],
    ["GET", "/sso/saml/metadata"],
    ["POST", "/sso/saml/acs"],
  ])("for companies' own sign-in is off: %s %s", async (method, path) => {
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
  ])("that signs people in to other apps is off: %s %s", async (method, path) => {
    expect(await ask(method, path, method === "POST" ? { body: {} } : {})).toMatchObject({
      status: 404,
      body: { code: "feature_disabled", message: "OAuth server is disabled" },
    });
  });

  test("that lists such apps asks first who wants to know", async () => {
    expect(await ask("GET", "/user/oauth/grants")).toMatchObject({ status: 403, body: { code: "bad_jwt" } });
    const { access_token: token } = await signIn(newAddress());
    expect(await ask("GET", "/user/oauth/grants", { token })).toMatchObject({
      status: 404,
      body: { code: "feature_disabled" },
    });
  });
});
