import type { Captcha } from "@sheaf/contract/sidecar";
import { safeNextPath } from "@sheaf/contract/next-path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sitePage } from "./site/site-file.ts";
import { type Sidecar, startSidecar } from "./testing/start-sidecar.ts";

const code = "9f0d1a52-7f7b-4d5c-9f5e-3f2f0f5f6a71";
const hash = `pkce_${"a3".repeat(28)}`;

let sidecar: Sidecar;
beforeAll(async () => {
  sidecar = await startSidecar({
    limits: { perAddress: 1000 },
    site: {
      page: await sitePage("<!doctype html>"),
      documents: new Map(),
      styleHashes: [],
      files: new Map(),
      fontPath: undefined,
    },
  });
});
afterAll(() => sidecar.stop());

describe("every response", () => {
  test("allows the hosts of a CAPTCHA's provider, and only if there is one", async () => {
    const directives = async (captcha: Captcha) => {
      const other = await startSidecar({ captcha });
      const { headers } = await other.send({ path: "/healthz" });
      await other.stop();
      return String(headers["content-security-policy"]).split(";");
    };
    expect(await directives({ provider: "turnstile", siteKey: "x" })).toEqual([
      "default-src 'none'",
      "script-src 'self' https://challenges.cloudflare.com",
      "style-src 'self'",
      "connect-src 'self' http://127.0.0.1:9",
      "img-src 'self' blob:",
      "font-src 'self'",
      "worker-src 'self'",
      "frame-src https://challenges.cloudflare.com",
      "form-action 'self' http://127.0.0.1:9",
      "frame-ancestors 'none'",
      "object-src 'none'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types sheaf-worker sheaf-captcha",
    ]);
    const hosts = "https://hcaptcha.com https://*.hcaptcha.com";
    expect(await directives({ provider: "hcaptcha", siteKey: "x" })).toEqual(
      expect.arrayContaining([
        `script-src 'self' ${hosts}`,
        `style-src 'self' ${hosts}`,
        `connect-src 'self' http://127.0.0.1:9 ${hosts}`,
        `frame-src ${hosts}`,
      ]),
    );
  });

  const paths = [
    "/",
    "/auth/callback",
    `/auth/confirm?token_hash=${hash}&type=email`,
    "/auth/x",
    "/healthz",
    "/x.js",
  ];

  test.each(paths)("allows a page only its own resources: %s", async (path) => {
    const { headers } = await sidecar.send({ path });
    const policy = headers["content-security-policy"] ?? "";
    expect(String(policy).split(";")).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self' http://127.0.0.1:9",
      "img-src 'self' blob:",
      "font-src 'self'",
      "worker-src 'self'",
      "frame-src 'none'",
      "form-action 'self' http://127.0.0.1:9",
      "frame-ancestors 'none'",
      "object-src 'none'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types sheaf-worker",
    ]);
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "permissions-policy": expect.stringContaining("camera=()"),
      "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(headers["x-powered-by"]).toBeUndefined();
  });

  test.each(["/AUTH/callback?error_code=otp_expired", `/Auth/Confirm?token_hash=${hash}&type=email`])(
    "is an endpoint's only under its very address, which no destination may name: %s",
    async (path) => {
      expect(safeNextPath(path)).toBe(path);
      const response = await sidecar.send({ path });
      expect([response.status, response.text]).toEqual([200, "<!doctype html>"]);
    },
  );

  test("sends no referrer to other sites", async () => {
    for (const path of ["/", "/r/8Kd2abc", `/auth/callback?code=${code}`, "/auth/confirm"]) {
      expect((await sidecar.send({ path })).headers["referrer-policy"]).toBe("no-referrer");
    }
  });

  test.each([
    "/auth/callback",
    `/auth/confirm?token_hash=${hash}&type=email`,
    "/auth/confirm.css",
    "/auth/confirm.js",
    "/auth/x",
    "/healthz",
  ])("about a sign-in is never cached: %s", async (path) => {
    const { headers } = await sidecar.send({ path });
    expect(headers).toMatchObject({
      "cache-control": "private, no-cache, no-store, must-revalidate, max-age=0",
      expires: "0",
      pragma: "no-cache",
    });
  });

  test("demands https for a year on an https site only", async () => {
    expect((await sidecar.send({ path: "/" })).headers["strict-transport-security"]).toBeUndefined();
    const secure = await startSidecar({ siteUrl: "https://sheaf.example" });
    const { headers } = await secure.send({ path: "/healthz" });
    expect(headers["strict-transport-security"]).toBe("max-age=31536000");
    await secure.stop();
  });
});

describe("hostile input", () => {
  test.each([
    "/%",
    "/%zz",
    "/%E0%A4%A",
    "/auth/%zz",
    "/auth/callback%00",
    "/auth/callback?%",
    `/auth/callback?${"a=1&".repeat(2000)}`,
    "/auth/callback?__proto__=1&constructor=2&toString=3",
    "/auth/callback?code[__proto__]=x",
    "/auth/confirm?type=__proto__",
    "//evil.example/auth/callback",
    "/auth//callback",
    "/AUTH/CALLBACK",
    "/assets/%00.js",
    "/.env",
    "*",
  ])("never breaks anything: %s", async (path) => {
    for (const method of ["GET", "POST", "PUT", "OPTIONS"]) {
      const response = await sidecar.send({ method, path });
      expect([200, 303, 400, 404]).toContain(response.status);
      expect(response.text).not.toMatch(/evil|proto|Error|node_modules/);
    }
  });

  test.each([
    ["a host of someone else", { Host: "evil.example" }],
    [
      "forwarding headers",
      { "X-Forwarded-Host": "evil.example", "X-Forwarded-For": "1.2.3.4, ;;;", Forwarded: "for=x" },
    ],
    ["a strange language of bytes", { "User-Agent": "\u00ff\u00fe\u0080", "Accept-Language": "\u00ff" }],
    ["thousands of cookies", { Cookie: "a=b; ".repeat(2000) }],
    ["cookies of objects", { Cookie: 'sheaf-auth=j:{"length":9}; sheaf-flash=j:[1]; __proto__=j:{}' }],
    ["a cookie without a name", { Cookie: "=x; ;; =; sheaf-auth" }],
  ])("in headers changes nothing: %s", async (_, headers) => {
    const response = await sidecar.send({ path: `/auth/callback?code=${code}&next=/requests`, headers });
    expect([response.status, response.location]).toEqual([
      303,
      "/link-problem?code=pkce_code_verifier_not_found&next=%2Frequests#",
    ]);
  });
});

describe("the log", () => {
  test("contains no code, token, query or link token", async () => {
    const before = sidecar.logLines.length;
    const secrets = ["8Kd2-link-token", "a3a3a3", code.slice(0, 8), "cookie-secret", "nowhere-secret"];
    await sidecar.send({ path: "/r/8Kd2-link-token" });
    await sidecar.send({ path: `/auth/confirm?token_hash=${hash}&type=email` });
    await sidecar.send({
      path: `/auth/callback?code=${code}`,
      headers: { Cookie: "sheaf-auth=cookie-secret" },
    });
    await sidecar.send({ path: "/nowhere-secret.txt" });
    await sidecar.send({ path: "/auth/nowhere-secret/%zz" });

    const lines = sidecar.logLines.slice(before);
    for (const secret of secrets) expect(lines.join("")).not.toContain(secret);
    expect(lines.map((line) => JSON.parse(line)).map(({ route, status }) => [route, status])).toEqual([
      ["page", 200],
      ["/auth/confirm", 200],
      ["/auth/callback", 303],
      ["unmatched", 404],
      ["unmatched", 404],
    ]);
  });

  test("has the request ID that was sent to the browser", async () => {
    const { headers } = await sidecar.send({ path: "/auth/callback?error_code=otp_expired" });
    expect(JSON.parse(sidecar.logLines.at(-1) ?? "")).toMatchObject({
      requestId: headers["x-request-id"],
      method: "GET",
      status: 303,
      outcome: "otp_expired",
      ms: expect.any(Number),
    });
  });
});

describe("the health check", () => {
  test("succeeds while the platform is down", async () => {
    expect((await sidecar.send({ path: "/healthz" })).status).toBe(200);
    expect((await sidecar.send({ path: "/readyz" })).status).toBe(503);
  });
});
