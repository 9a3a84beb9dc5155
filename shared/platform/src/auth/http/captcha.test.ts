import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Platform } from "../../platform.ts";
import { callAuth } from "../../testing/call-auth.ts";
import { platformWith } from "../../testing/platform-with.ts";
import { codeIn } from "../../email/mailpit.client.ts";

let platform: Platform;

/** Starts a platform whose Auth asks for a CAPTCHA. */
const withSecret = (provider: string, secret: string, reachProvider?: typeof fetch) =>
  platformWith(
    {
      changes: {
        '[auth.captcha]\nenabled = false\nprovider = "turnstile"\nsecret = "env(CAPTCHA_SECRET)"': `[auth.captcha]\nenabled = true\nprovider = "${provider}"\nsecret = "${secret}"`,
      },
    },
    reachProvider ? { reachProvider } : {},
  );

const email = "ann@mail.example";
const solved = (captcha_token = "XXXX.DUMMY.TOKEN.XXXX") => ({ gotrue_meta_security: { captcha_token } });

function ask(path: string, body: object = {}) {
  return callAuth(platform, { method: "POST", path, body: { email, ...body } });
}

const refused = (reason: string) => ({
  status: 400,
  body: { code: "captcha_failed", message: `captcha protection: request disallowed (${reason})` },
});

describe("with Turnstile's secret that always passes", () => {
  beforeAll(async () => {
    platform = await withSecret("turnstile", "1x0000000000000000000000000000000AA");
  }, 60_000);
  afterAll(() => platform.stop());
  beforeEach(() => platform.reset());

  test.each([
    "/signup",
    "/otp",
    "/recover",
    "/resend",
    "/token?grant_type=password",
    "/passkeys/authentication/options",
  ])("%s needs a token, before anything else is read", async (path) => {
    expect(await ask(path)).toMatchObject(refused("no captcha_token found"));
    expect(await ask(path, solved(" "))).toMatchObject(refused("no captcha_token found"));
    expect((await ask(path, solved())).body).not.toMatchObject({ code: "captcha_failed" });
  });

  test("a request without a token sends no email and creates no account", async () => {
    await ask("/otp");
    expect(platform.mailbox.messages()).toEqual([]);
    const { rows } = await platform.database.as("postgres", {}, (query) =>
      query("select from auth.users", []),
    );
    expect(rows).toEqual([]);
    expect(await ask("/otp", solved())).toMatchObject({ status: 200 });
  });

  test("grants that follow another proof need no CAPTCHA", async () => {
    await ask("/otp", solved());
    const token = codeIn(await platform.mailbox.latest(email));
    const { status, body } = await ask("/verify", { type: "email", token });
    expect(status).toBe(200);
    const { refresh_token } = body as { refresh_token: string };
    expect(await ask("/token?grant_type=refresh_token", { refresh_token })).toMatchObject({ status: 200 });
    expect(await ask("/token?grant_type=pkce")).not.toMatchObject({ body: { code: "captcha_failed" } });
  });

  test("administrators need none", async () => {
    const response = await fetch(`${platform.url}/auth/v1/otp`, {
      method: "POST",
      headers: { apikey: platform.serviceKey },
      body: JSON.stringify({ email }),
    });
    expect(response.status).toBe(200);
  });
});

test.each([
  ["turnstile", "2x0000000000000000000000000000000AA", "x", refused("invalid-input-response")],
  ["turnstile", "3x0000000000000000000000000000000AA", "x", refused("timeout-or-duplicate")],
  ["hcaptcha", "0x0000000000000000000000000000000000000000", "x", refused("invalid-input-response")],
  [
    "hcaptcha",
    "0x0000000000000000000000000000000000000000",
    "10000000-aaaa-bbbb-cccc-000000000001",
    { status: 200 },
  ],
])("%s's test secret %s answers %s as documented", async (provider, secret, token, answer) => {
  platform = await withSecret(provider, secret);
  try {
    expect(await ask("/otp", solved(token))).toMatchObject(answer);
  } finally {
    await platform.stop();
  }
});

test.each([
  ["turnstile", "https://challenges.cloudflare.com/turnstile/v0/siteverify"],
  ["hcaptcha", "https://hcaptcha.com/siteverify"],
])("any other secret is checked by %s", async (provider, url) => {
  const answers = [
    () => Response.json({ success: true }),
    () => Response.json({ success: false, "error-codes": ["timeout-or-duplicate"] }),
    () => Response.error(),
  ];
  const asked: unknown[] = [];
  platform = await withSecret(provider, "0x4AAA", async (to, options) => {
    const request = new Request(to, options);
    asked.push([request.url, await request.text()]);
    return answers[asked.length - 1]?.() ?? Response.error();
  });
  try {
    expect(await ask("/otp", solved(" t "))).toMatchObject({ status: 200 });
    expect(asked).toEqual([[url, "secret=0x4AAA&response=t&remoteip=127.0.0.1"]]);
    expect(await ask("/otp", solved())).toMatchObject(refused("timeout-or-duplicate"));
    expect(await ask("/otp", solved())).toMatchObject({
      status: 500,
      body: { code: "unexpected_failure", message: "captcha verification process failed" },
    });
  } finally {
    await platform.stop();
  }
});
