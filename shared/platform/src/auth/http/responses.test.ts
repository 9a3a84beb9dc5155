import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../clock.ts";
import { localKeys } from "../../keys.ts";
import { silentLog } from "../../log.ts";
import { builtInTemplates } from "../../email/email-templates.ts";
import { createMailbox } from "../../email/mailbox.ts";
import { startPlatform, type Platform } from "../../platform.ts";
import { callAuth } from "../../testing/call-auth.ts";
import { folderWith } from "../../testing/folders.ts";
import { signInByCode } from "../../testing/sign-in.ts";
import { platformWith } from "../../testing/platform-with.ts";
import { createAuth } from "../auth.service.ts";
import { defaultAuthSettings } from "../settings.ts";

function bearer(claims: Record<string, unknown>): Promise<string> {
  const secret = new TextEncoder().encode(localKeys.jwtSecret);
  const token = new SignJWT({ role: "authenticated", ...claims }).setProtectedHeader({ alg: "HS256" });
  return token
    .setExpirationTime("1h")
    .sign(secret)
    .then((signed) => `Bearer ${signed}`);
}

describe("without a gateway in front", () => {
  const auth = createAuth({
    database: {
      connectionString: "",
      as: () => Promise.reject(new Error("The database is away")),
      stop: () => Promise.resolve(),
    },
    clock: systemClock,
    settings: defaultAuthSettings,
    tokenKeys: { secret: localKeys.jwtSecret, signingKeys: [] },
    externalUrl: "http://localhost/auth/v1",
    emailTransport: createMailbox({ clock: systemClock }),
    templates: builtInTemplates,
    reachProvider: fetch,
    log: silentLog,
  });
  const origin = "https://page.example";

  test("every origin is allowed, with credentials", async () => {
    const preflightHeaders = {
      origin,
      "access-control-request-method": "PATCH",
      "access-control-request-headers": "x-jwt-aud",
    };
    const { status, headers } = await auth.request("/passkeys/1", {
      method: "OPTIONS",
      headers: preflightHeaders,
    });
    expect(status).toBe(204);
    expect(Object.fromEntries(headers)).toMatchObject({
      "access-control-allow-origin": origin,
      "access-control-allow-credentials": "true",
      "access-control-allow-methods": "GET,POST,PUT,PATCH,DELETE",
      "access-control-allow-headers":
        "Accept,Authorization,Content-Type,X-Client-IP,X-Client-Info,X-JWT-AUD,x-use-cookie,X-Supabase-Api-Version",
    });
  });

  test.each(["/health", "/nowhere", "/user", "/otp"])("%s has CORS headers in its response", async (path) => {
    const { headers } = await auth.request(path, { headers: { origin } });
    expect(Object.fromEntries(headers)).toMatchObject({
      "access-control-allow-origin": origin,
      "access-control-allow-credentials": "true",
      "access-control-expose-headers": "X-Total-Count,Link,X-Supabase-Api-Version",
    });
  });

  test.each([
    ["nothing", undefined, 401, "no_authorization"],
    ["another scheme", () => "Basic YTpi", 401, "no_authorization"],
    ["a malformed token", () => "Bearer x", 403, "bad_jwt"],
    ["a token without a subject", () => bearer({}), 403, "bad_jwt"],
    ["a token whose person is no id", () => bearer({ sub: "ann" }), 400, "bad_jwt"],
  ])("%s as a token is refused with its reason", async (_what, shown, status, code) => {
    const authorization = await shown?.();
    const headers = {
      "x-supabase-api-version": "2024-01-01",
      ...(authorization !== undefined && { authorization }),
    };
    const response = await auth.request("/user", { headers });
    expect([response.status, await response.json()]).toEqual([status, { code, message: expect.any(String) }]);
  });

  test("a 500 hides its cause, and has an error id without an API version", async () => {
    const body = JSON.stringify({ email: "ann@people.example", password: "whatever it is" });
    const ask = (headers: Record<string, string>) =>
      auth.request("/token?grant_type=password", { method: "POST", body, headers });
    const dated = await ask({ "x-supabase-api-version": "2099-12-31" });
    expect([dated.status, dated.headers.get("x-supabase-api-version")]).toEqual([500, "2024-01-01"]);
    const message = "Unexpected failure, please check server logs for more information";
    expect(await dated.json()).toEqual({ code: "unexpected_failure", message });
    expect(await (await ask({ "x-supabase-api-version": "2024-13-01" })).json()).toEqual({
      code: 500,
      error_code: "unexpected_failure",
      msg: message,
      error_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });
});

describe("with email sign-in off", () => {
  let platform: Platform;
  beforeAll(async () => {
    const changes = { "[auth.email]\nenabled = true": "[auth.email]\nenabled = false" };
    platform = await platformWith({ changes });
  }, 60_000);
  afterAll(() => platform.stop());

  const email = "ann@people.example";
  test.each([
    ["/signup", { email, password: "a long enough one" }, 400],
    ["/otp", { email }, 422],
    ["/recover", { email }, 400],
    ["/resend", { type: "signup", email }, 400],
    ["/token?grant_type=password", { email, password: "x" }, 422],
  ])("%s is refused", async (path, body, status) => {
    expect(await callAuth(platform, { method: "POST", path, body })).toMatchObject({
      status,
      body: { code: "email_provider_disabled" },
    });
  });
});

test("a trigger's message and status are returned without an API version", async () => {
  const migrations = await folderWith({
    "20260101000000_guard.sql": `
      create function public.guard() returns trigger language plpgsql security definer set search_path = '' as $$
      begin
        if new.email like 'full%' then
          raise exception 'No more accounts' using hint = 'Ask the office', detail = 'All seats are taken';
        elsif new.email like 'unpaid%' then
          raise sqlstate 'PT402' using message = 'Pay first';
        elsif new.email like 'fault%' then
          raise sqlstate '22012' using message = 'Nobody may read this';
        end if;
        return new;
      end $$;
      create trigger guard before insert on auth.users for each row execute function public.guard();`,
  });
  const platform = await startPlatform({ migrations });
  onTestFinished(() => platform.stop());
  const ask = async (email: string, version: Record<string, string>) => {
    const response = await fetch(`${platform.url}/auth/v1/otp`, {
      method: "POST",
      headers: { apikey: platform.anonKey, ...version },
      body: JSON.stringify({ email }),
    });
    return { status: response.status, body: await response.json() };
  };
  expect(await ask("full@people.example", {})).toEqual({
    status: 500,
    body: {
      code: "P0001",
      message: "No more accounts",
      hint: "Ask the office",
      detail: "All seats are taken",
    },
  });
  expect(await ask("unpaid@people.example", {})).toEqual({
    status: 402,
    body: { code: "PT402", message: "Pay first" },
  });
  expect(await ask("fault@people.example", {})).toMatchObject({
    status: 500,
    body: { error_code: "unexpected_failure", msg: expect.not.stringContaining("Nobody") },
  });
  expect(await ask("unpaid@people.example", { "x-supabase-api-version": "2024-01-01" })).toMatchObject({
    status: 500,
    body: { code: "unexpected_failure" },
  });
  expect(await signInByCode(platform, "welcome@people.example")).toHaveProperty("access_token");
});
