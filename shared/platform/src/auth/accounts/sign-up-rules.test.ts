import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Platform } from "../../platform.ts";
import { callAuth } from "../../testing/call-auth.ts";
import { signInByCode, type Session } from "../../testing/sign-in.ts";
import { platformWith } from "../../testing/platform-with.ts";

let platform: Platform;
const password = "a long enough password 1";
const post = (path: string, body: unknown) => callAuth(platform, { method: "POST", path, body });

describe("with automatic confirmation", () => {
  beforeAll(async () => {
    platform = await platformWith({
      changes: { "enable_confirmations = true": "enable_confirmations = false" },
    });
  }, 60_000);
  afterAll(() => platform.stop());

  test("signing up signs in, with the session's ids in headers", async () => {
    const response = await fetch(`${platform.url}/auth/v1/signup`, {
      method: "POST",
      headers: { apikey: platform.anonKey },
      body: JSON.stringify({ email: "ann@people.example", password }),
    });
    const session = (await response.json()) as Session;
    expect(session).toMatchObject({
      token_type: "bearer",
      user: { email: "ann@people.example", email_confirmed_at: expect.any(String) },
    });
    expect(response.headers.get("sb-auth-user-id")).toBe(session.user.id);
    expect(response.headers.get("sb-auth-session-id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("the email identity stays unverified", async () => {
    const { body } = await post("/signup", { email: "dora@people.example", password });
    const { user, access_token: token } = body as Session;
    expect(user).not.toHaveProperty("confirmed_at");
    expect(await callAuth(platform, { method: "GET", path: "/user", token })).toMatchObject({
      body: {
        confirmed_at: expect.any(String),
        user_metadata: { email_verified: true },
        identities: [{ identity_data: { email_verified: false } }],
      },
    });
  });

  test("a known address is reported", async () => {
    const credentials = { email: "bob@people.example", password };
    expect(await post("/signup", credentials)).toMatchObject({ status: 200 });
    expect(await post("/signup", credentials)).toMatchObject({
      status: 422,
      body: { code: "user_already_exists", message: "User already registered" },
    });
  });

  test("another address still needs confirmation", async () => {
    const { body } = await post("/signup", { email: "carl@people.example", password });
    const change = { email: "carl-new@people.example" };
    const token = (body as Session).access_token;
    const response = await callAuth(platform, { method: "PUT", path: "/user", token, body: change });
    expect(response).toMatchObject({
      status: 200,
      body: { email: "carl@people.example", new_email: change.email },
    });
    expect((await platform.mailbox.latest(change.email)).subject).toBeTruthy();
  });
});

describe("with sign-up off", () => {
  const email = "known@people.example";
  const refused = {
    status: 422,
    body: { code: "signup_disabled", message: "Signups not allowed for this instance" },
  };

  beforeAll(async () => {
    platform = await platformWith({
      changes: { "enable_signup = true\nenable_anonymous": "enable_signup = false\nenable_anonymous" },
    });
    await callAuth(
      { url: platform.url, anonKey: platform.serviceKey },
      {
        method: "POST",
        path: "/admin/users",
        body: { email, email_confirm: true },
      },
    );
  }, 60_000);
  afterAll(() => platform.stop());

  test.each([
    ["/signup", { password }],
    ["/otp", {}],
  ])("%s refuses new users", async (path, more) => {
    expect(await post(path, { email: "new@people.example", ...more })).toMatchObject(refused);
  });

  test("existing users still sign in", async () => {
    expect((await signInByCode(platform, email)).user.email).toBe(email);
  });
});
