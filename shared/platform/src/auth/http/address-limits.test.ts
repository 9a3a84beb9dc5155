import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Platform } from "../../platform.ts";
import { signInByCode } from "../../testing/sign-in.ts";
import { platformWith } from "../../testing/platform-with.ts";

/** The platform's clock, advanced by hand. */
let now = Date.now();
const clock = () => new Date(now);

let platform: Platform;

interface Question {
  method?: string;
  path: string;
  body?: unknown;
  token?: string;
}

/** Error code of the response; empty without one. */
async function codeFor(
  { method = "POST", path, body = {}, token }: Question,
  from?: string,
): Promise<string> {
  const response = await fetch(`${platform.url}/auth/v1${path}`, {
    method,
    headers: {
      apikey: platform.anonKey,
      authorization: `Bearer ${token ?? platform.anonKey}`,
      ...(from !== undefined && { "x-client": from }),
    },
    ...(method !== "GET" && { body: JSON.stringify(body) }),
  });
  await response.text();
  return response.headers.get("x-sb-error-code") ?? "";
}

async function askTimes(times: number, question: Question, from?: string): Promise<string[]> {
  const codes: string[] = [];
  for (let count = 0; count < times; count += 1) codes.push(await codeFor(question, from));
  return codes;
}

const overLimit = "over_request_rate_limit";

describe("with a rate limit header", () => {
  beforeAll(async () => {
    const added = "[auth.rate_limit]\ntoken_verifications = 60";
    platform = await platformWith({ added }, { clock, auth: { rateLimitHeader: "x-client" } });
  }, 60_000);
  afterAll(() => platform.stop());

  const counted: Question[] = [
    { path: "/otp" },
    { path: "/recover" },
    { path: "/resend" },
    { path: "/signup", body: { email: "ann@people.example" } },
    { path: "/verify" },
    { path: "/token?grant_type=password" },
    { path: "/passkeys/authentication/options" },
  ];

  test.each(counted)("$path answers thirty at once and then refuses that address alone", async (question) => {
    const here = `203.0.113.1 ${question.path}`;
    expect(await askTimes(30, question, here)).not.toContain(overLimit);
    expect(await codeFor(question, here)).toBe(overLimit);
    // Proxies append themselves after a comma.
    expect(await codeFor(question, `${here} , 10.0.0.1`)).toBe(overLimit);
    expect(await codeFor(question, "203.0.113.2")).not.toBe(overLimit);
    expect(await askTimes(31, question)).not.toContain(overLimit);
  });

  test("requests of signed-in users are counted per endpoint", async () => {
    const { access_token: token } = await signInByCode(platform, "ann@people.example");
    const enrol = await fetch(`${platform.url}/auth/v1/factors`, {
      method: "POST",
      headers: { apikey: platform.anonKey, authorization: `Bearer ${token}` },
      body: JSON.stringify({ factor_type: "totp" }),
    });
    const { id } = (await enrol.json()) as { id: string };
    for (const question of [
      { method: "PUT", path: "/user", token },
      { path: `/factors/${id}/challenge`, token },
      { path: `/factors/${id}/verify`, token },
    ]) {
      const from = "203.0.113.3";
      expect(await askTimes(30, question, from)).not.toContain(overLimit);
      expect(await codeFor(question, from)).toBe(overLimit);
      expect(await codeFor({ ...question, token: "none" }, from)).toBe("bad_jwt");
    }
  });

  test("all token grants share a limit, and so do both verify methods", async () => {
    const from = "203.0.113.4";
    await askTimes(15, { path: "/token?grant_type=password" }, from);
    await askTimes(15, { path: "/token?grant_type=refresh_token" }, from);
    expect(await codeFor({ path: "/token?grant_type=pkce" }, from)).toBe(overLimit);
    expect(await codeFor({ path: "/token?grant_type=none" }, from)).toBe("invalid_credentials");
    await askTimes(15, { path: "/verify" }, from);
    await askTimes(15, { method: "GET", path: "/verify?type=signup" }, from);
    expect(await codeFor({ path: "/verify" }, from)).toBe(overLimit);
  });

  test("the limit refills evenly", async () => {
    const [from, question] = ["203.0.113.5", { path: "/verify" }];
    expect(await askTimes(31, question, from)).toContain(overLimit);
    now += 5000;
    expect(await askTimes(2, question, from)).toEqual(["validation_failed", overLimit]);
    now += 3_600_001;
    expect(await askTimes(31, question, from)).toEqual([...Array(30).fill("validation_failed"), overLimit]);
  });
});

describe("with limits in the settings file", () => {
  beforeAll(async () => {
    platform = await platformWith({ added: "[auth.rate_limit]\nsign_in_sign_ups = 10" }, { clock });
  }, 60_000);
  afterAll(() => platform.stop());

  test("nothing is counted without a header", async () => {
    expect(await askTimes(31, { path: "/otp" }, "203.0.113.1")).not.toContain(overLimit);
  });
});
