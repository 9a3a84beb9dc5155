import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { createServerClient, parseCookieHeader, serializeCookieHeader } from "@supabase/ssr";
import { cookieNames, flowVerifierCookie } from "@sheaf/contract/cookies";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type PlatformDouble, startPlatformDouble } from "../testing/platform-double.ts";
import { type Sidecar, startSidecar } from "../testing/start-sidecar.ts";

/**
 * Pages read our cookies with `@supabase/ssr`, so its full client is the reference: it exchanges the same code at the
 * same platform, and its `Set-Cookie` lines have to be ours. Ours have an expiry date too, and a flash cookie.
 */
const code = "9f0d1a52-7f7b-4d5c-9f5e-3f2f0f5f6a71";
const flow = "0123456789abcdef";
const otherFlow = "fedcba9876543210";
const names = cookieNames({ secure: false });
const publishableKey = "sb_publishable_test";
const userAgent = "Mozilla/5.0 (X11; Linux x86_64)";

const encoded = (value: unknown) => `base64-${Buffer.from(JSON.stringify(value)).toString("base64url")}`;
const flowCookies = (flows: string[], verifier = "verifier") => ({
  [flowVerifierCookie(names, flow)]: encoded(verifier),
  "sheaf-auth-flows-code-verifier": encoded(flows),
  "sheaf-auth-code-verifier": encoded(verifier),
});

const session = (metadata: unknown, more: Record<string, unknown> = {}) => ({
  access_token: `e30.${Buffer.from('{"sub":"1","session_id":"2","exp":4000000000}').toString("base64url")}.c2ln`,
  token_type: "bearer",
  expires_in: 3600,
  expires_at: 4_000_000_000,
  refresh_token: "refresh-secret",
  user: { id: "1", aud: "authenticated", app_metadata: {}, user_metadata: metadata, created_at: "" },
  ...more,
});
const small = session({ name: "Zoë 简 🗂" });
const large = session({ name: "Zoë 简 🗂".repeat(500) });

interface Received {
  body: string;
  headers: IncomingHttpHeaders;
}

let platform: PlatformDouble;
let sidecar: Sidecar;
const received: Received[] = [];
beforeEach(async () => {
  received.length = 0;
  platform = await startPlatformDouble();
  sidecar = await startSidecar({ platformUrl: platform.url, publishableKey });
  return async () => {
    await sidecar.stop();
    platform.stop();
  };
});
afterEach(() => void vi.useRealTimers());

function respondWith(body: unknown): void {
  platform.respondWith((request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push({ body: Buffer.concat(chunks).toString(), headers: request.headers });
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
  });
}

const cookieHeader = (cookies: Record<string, string>) =>
  Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join("; ");

async function ours(cookies: Record<string, string>, flowId: string | undefined): Promise<string[]> {
  const path = `/auth/callback?code=${code}${flowId === undefined ? "" : `&sb_flow_id=${flowId}`}`;
  const headers = { Cookie: cookieHeader(cookies), "User-Agent": userAgent };
  const response = await sidecar.send({ path, headers });
  expect([response.status, response.location]).toEqual([303, "/"]);
  return response.setCookies
    .filter((line) => !line.startsWith(`${names.flash}=`))
    .map((line) => line.replace(/ Expires=[^;]+;/, ""))
    .sort();
}

async function library(cookies: Record<string, string>, flowId: string | undefined): Promise<string[]> {
  const lines = new Map<string, string>();
  const client = createServerClient(platform.url, publishableKey, {
    cookieOptions: { name: names.session },
    cookies: {
      getAll: () => parseCookieHeader(cookieHeader(cookies)),
      setAll: (written) => {
        for (const { name, value, options } of written)
          lines.set(name, serializeCookieHeader(name, value, options));
      },
    },
    global: { headers: { "User-Agent": userAgent, "Sb-Forwarded-For": "127.0.0.1" } },
  });
  const { error } = await client.auth.exchangeCodeForSession(
    code,
    flowId === undefined ? undefined : { flowId },
  );
  expect(error).toBeNull();
  return [...lines.values()].sort();
}

describe("the cookies of an exchange are those of the auth client", () => {
  test.each([
    ["a session in one cookie", small, flowCookies([flow])],
    ["a session in chunks", large, flowCookies([flow])],
    [
      "a small session with chunks of an older one",
      small,
      {
        ...flowCookies([flow]),
        "sheaf-auth.1": "b2xk",
        "sheaf-auth.2": "b2xk",
      },
    ],
    [
      "a session in chunks with a chunk of a larger one",
      large,
      { ...flowCookies([flow]), "sheaf-auth.9": "b2xk" },
    ],
    ["a recovery", small, flowCookies([flow], "verifier/signup")],
    ["one of several pending flows", small, flowCookies(["aaaaaaaa", flow, otherFlow])],
    ["a flow missing from the index", small, flowCookies([otherFlow])],
    ["an index with an entry that is no flow", small, flowCookies([flow, otherFlow, "a b", ""])],
    [
      "a latest verifier of another flow",
      small,
      {
        ...flowCookies([flow, otherFlow]),
        "sheaf-auth-code-verifier": encoded("another"),
      },
    ],
    [
      "a verifier without encoding",
      small,
      {
        [flowVerifierCookie(names, flow)]: "%22verifier%22",
        "sheaf-auth-code-verifier": "%22verifier%22",
      },
    ],
  ])("for %s", async (_, body, cookies) => {
    respondWith(body);
    const expected = await library(cookies, flow);
    expect(expected.some((line) => line.startsWith("sheaf-auth"))).toBe(true);
    expect(await ours(cookies, flow)).toEqual(expected);
  });

  test("without a flow, where the latest verifier is used", async () => {
    respondWith(small);
    const cookies = { "sheaf-auth-code-verifier": encoded("verifier") };
    expect(await ours(cookies, undefined)).toEqual(await library(cookies, undefined));
  });

  test("if the platform sends no time of expiry", async () => {
    respondWith({ ...small, expires_at: undefined });
    vi.useFakeTimers({ toFake: ["Date"], now: 1_800_000_000_400 });
    expect(await ours(flowCookies([flow]), flow)).toEqual(await library(flowCookies([flow]), flow));
  });

  test("except for a provider's tokens, which pages must not hold", async () => {
    respondWith(small);
    const expected = await library(flowCookies([flow]), flow);
    respondWith({ ...small, provider_token: "provider-secret", provider_refresh_token: "provider-secret" });
    expect(await ours(flowCookies([flow]), flow)).toEqual(expected);
  });
});

describe("the request of an exchange", () => {
  test("is that of the auth client, with the person's browser and address", async () => {
    respondWith(small);
    await library(flowCookies([flow]), flow);
    await ours(flowCookies([flow]), flow);
    const [theirs, own] = received.map(({ body, headers }) => {
      const { apikey, authorization, "content-type": type, "user-agent": agent } = headers;
      const version = headers["x-supabase-api-version"];
      return { body, apikey, authorization, type, agent, version };
    });
    expect(own).toEqual(theirs);
    expect(own?.body).toBe(`{"auth_code":"${code}","code_verifier":"verifier"}`);
    expect(received[1]?.headers["sb-forwarded-for"]).toMatch(/127\.0\.0\.1|::1/);
  });
});
