import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { sessionOf } from "../testing/sessions.ts";
import { createPlatformFetch } from "./platform-fetch.ts";

const rows = "https://platform.test/rest/v1/requests";
const old = "a.old.token";
const fresh = "a.new.token";
const bearing = (token: string): RequestInit => ({
  method: "POST",
  body: "{}",
  headers: { authorization: `Bearer ${token}`, "x-kept": "1" },
});

const network = vi.fn<typeof fetch>();
const renewToken = vi.fn<() => Promise<string | undefined>>();
let signedIn = true;
const platformFetch = createPlatformFetch({ renewToken, isSignedIn: () => signedIn });

beforeEach(() => {
  vi.stubGlobal("fetch", network.mockReset());
  renewToken.mockReset();
  signedIn = true;
});
afterEach(() => void vi.unstubAllGlobals());

const tokensSent = () =>
  network.mock.calls.map(([, init]) => new Headers(init?.headers).get("authorization")?.split(" ")[1]);

describe("a request refused for an expired token", () => {
  test("is repeated once with a new token and otherwise unchanged", async () => {
    network.mockResolvedValueOnce(new Response(null, { status: 401 })).mockResolvedValue(Response.json([]));
    renewToken.mockResolvedValue(fresh);
    expect((await platformFetch(rows, bearing(old))).status).toBe(200);
    expect(tokensSent()).toEqual([old, fresh]);
    const again = network.mock.lastCall?.[1];
    expect([again?.method, again?.body, new Headers(again?.headers).get("x-kept")]).toEqual([
      "POST",
      "{}",
      "1",
    ]);
  });

  test.each([
    ["there is no new token", undefined],
    ["the current token is the same", old],
  ])("stays refused when %s", async (_, token) => {
    network.mockResolvedValue(new Response(null, { status: 401 }));
    renewToken.mockResolvedValue(token);
    expect((await platformFetch(rows, bearing(old))).status).toBe(401);
    expect(network).toHaveBeenCalledTimes(1);
  });

  test("isn't repeated with the token of another user, who signed in meanwhile", async () => {
    network.mockResolvedValue(new Response(null, { status: 401 }));
    renewToken.mockResolvedValue(sessionOf({ userId: "bob" }).access_token);
    await platformFetch(rows, bearing(sessionOf({ userId: "anna" }).access_token));
    expect(network).toHaveBeenCalledTimes(1);
  });

  test("is not repeated twice", async () => {
    network.mockImplementation(() => Promise.resolve(new Response(null, { status: 401 })));
    renewToken.mockResolvedValue(fresh);
    expect((await platformFetch(rows, bearing(old))).status).toBe(401);
    expect(network).toHaveBeenCalledTimes(2);
  });
});

describe("a request with only the publishable key", () => {
  const withKey = bearing("sb_publishable_key");

  test("is not sent while signed in", async () => {
    await expect(platformFetch(rows, withKey)).rejects.toThrow(TypeError);
    expect(network).not.toHaveBeenCalled();
  });

  test("is sent when signed out, and a refusal refreshes nothing", async () => {
    signedIn = false;
    network.mockResolvedValue(new Response(null, { status: 401 }));
    expect((await platformFetch(rows, withKey)).status).toBe(401);
    expect(renewToken).not.toHaveBeenCalled();
  });
});

test("Retry-After is copied into the body, because the data client drops headers", async () => {
  network.mockResolvedValue(new Response(null, { status: 429, headers: { "retry-after": "7" } }));
  const response = await platformFetch(rows, bearing(old));
  expect(response.status).toBe(429);
  expect(await response.json()).toMatchObject({ code: "over_request_rate_limit", hint: "7" });
});

describe("a request to Auth", () => {
  const auth = "https://platform.test/auth/v1";

  test("needs no session token, and its refusals reach the client", async () => {
    network.mockResolvedValue(new Response(null, { status: 401 }));
    expect((await platformFetch(`${auth}/user`, bearing(old))).status).toBe(401);
    expect((await platformFetch(`${auth}/otp`, { method: "POST" })).status).toBe(401);
    expect(renewToken).not.toHaveBeenCalled();
  });

  test("is retried only when it refreshes a session", async () => {
    vi.useFakeTimers();
    network.mockRejectedValueOnce(new TypeError("Failed to fetch")).mockResolvedValue(Response.json({}));
    const renewed = platformFetch(`${auth}/token?grant_type=refresh_token`, { method: "POST" });
    await vi.advanceTimersByTimeAsync(2000);
    vi.useRealTimers();
    expect((await renewed).status).toBe(200);

    network.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    await expect(platformFetch(`${auth}/token?grant_type=password`, { method: "POST" })).rejects.toThrow(
      TypeError,
    );
  });
});

describe("with a CAPTCHA", () => {
  const solveCaptcha = vi.fn<() => Promise<string>>();
  const guardedFetch = createPlatformFetch({ renewToken, isSignedIn: () => signedIn, solveCaptcha });
  const post = (path: string) =>
    guardedFetch(`https://platform.test/auth/v1/${path}`, {
      method: "POST",
      body: JSON.stringify({ email: "anna@lind.example", gotrue_meta_security: {} }),
    });
  beforeEach(() => {
    network.mockResolvedValue(Response.json({}));
    solveCaptcha.mockReset().mockResolvedValue("solved");
  });

  test.each([
    "otp?redirect_to=x",
    "recover",
    "resend",
    "signup",
    "token?grant_type=password",
    "passkeys/authentication/options",
  ])("%s carries its token", async (path) => {
    await post(path);
    const sent = network.mock.lastCall?.[1]?.body;
    expect(JSON.parse(typeof sent === "string" ? sent : "")).toEqual({
      email: "anna@lind.example",
      gotrue_meta_security: { captcha_token: "solved" },
    });
  });

  test.each([
    "verify",
    "token?grant_type=refresh_token",
    "token?grant_type=pkce",
    "logout",
    "passkeys/authentication/verify",
  ])("%s needs none", async (path) => {
    await post(path);
    expect(solveCaptcha).not.toHaveBeenCalled();
    expect(network).toHaveBeenCalledTimes(1);
  });

  test("that is cancelled, nothing is sent and the client gets Auth's own code", async () => {
    solveCaptcha.mockRejectedValue(new Error("cancelled"));
    const response = await post("otp");
    expect([response.status, (await response.json()).code]).toEqual([400, "captcha_failed"]);
    expect(network).not.toHaveBeenCalled();
  });
});
