import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Platform } from "../platform.ts";
import { askAuth } from "../testing/ask-auth.ts";
import { signInByCode, type Session } from "../testing/people.ts";
import { platformWith } from "../testing/platform-with.ts";

let platform: Platform;
const password = "a long enough password 1";
const post = (path: string, body: unknown) => askAuth(platform, { method: "POST", path, body });

describe("where addresses are confirmed without a mail", () => {
  beforeAll(async () => {
    platform = await platformWith({
      changes: { "enable_confirmations = true": "enable_confirmations = false" },
    });
  }, 60_000);
  afterAll(() => platform.stop());

  test("signing up is signing in, with the session's ids in the headers", async () => {
    const answer = await fetch(`${platform.url}/auth/v1/signup`, {
      method: "POST",
      headers: { apikey: platform.anonKey },
      body: JSON.stringify({ email: "ann@people.example", password }),
    });
    const session = (await answer.json()) as Session;
    expect(session).toMatchObject({
      token_type: "bearer",
      user: { email: "ann@people.example", email_confirmed_at: expect.any(String) },
    });
    expect(answer.headers.get("sb-auth-user-id")).toBe(session.user.id);
    expect(answer.headers.get("sb-auth-session-id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("a known address is told, because no mail could tell its owner", async () => {
    const asked = { email: "bob@people.example", password };
    expect(await post("/signup", asked)).toMatchObject({ status: 200 });
    expect(await post("/signup", asked)).toMatchObject({
      status: 422,
      body: { code: "user_already_exists", message: "User already registered" },
    });
  });

  test("another address has to be proven all the same", async () => {
    const { body } = await post("/signup", { email: "carl@people.example", password });
    const change = { email: "carl-new@people.example" };
    const token = (body as Session).access_token;
    const asked = await askAuth(platform, { method: "PUT", path: "/user", token, body: change });
    expect(asked).toMatchObject({
      status: 200,
      body: { email: "carl@people.example", new_email: change.email },
    });
    expect((await platform.mailbox.latest(change.email)).subject).toBeTruthy();
  });
});

describe("where nobody signs up", () => {
  const email = "known@people.example";
  const refused = {
    status: 422,
    body: { code: "signup_disabled", message: "Signups not allowed for this instance" },
  };

  beforeAll(async () => {
    platform = await platformWith({
      changes: { "enable_signup = true\nenable_anonymous": "enable_signup = false\nenable_anonymous" },
    });
    await askAuth(
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
    ["/magiclink", {}],
  ])("%s refuses who is new", async (path, more) => {
    expect(await post(path, { email: "new@people.example", ...more })).toMatchObject(refused);
  });

  test("who has an account signs in as before", async () => {
    expect((await signInByCode(platform, email)).user.email).toBe(email);
  });
});
