import { connect } from "node:net";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  giveSession,
  type PlatformDouble,
  refuseCode,
  startPlatformDouble,
} from "../testing/platform-double.ts";
import { sendRaw } from "../testing/send-raw.ts";
import { type SidecarProcess, startProcess } from "../testing/start-process.ts";

const flow = "0123456789abcdef";
const encoded = (value: unknown) => `base64-${Buffer.from(JSON.stringify(value)).toString("base64url")}`;
const verifier = `sheaf-auth-flow-${flow}-code-verifier=${encoded("verifier-secret")}`;
const token = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.c2ln`;
const expired = encoded({
  access_token: token({ sub: "1", exp: 1 }),
  refresh_token: "refresh-secret",
  expires_at: 1,
  user: {},
});
const callback = `/auth/callback?code=code-secret-1&sb_flow_id=${flow}`;

let platform: PlatformDouble;
let sidecar: SidecarProcess;
beforeEach(async () => {
  platform = await startPlatformDouble();
  sidecar = await startProcess(platform.url);
});
afterEach(async () => {
  await sidecar.stop();
  platform.stop();
});

const alive = async () => (await sidecar.send({ path: "/healthz" })).status;

describe("a running sidecar", () => {
  test("survives a response that arrives after the client disconnected, with an expired session", async () => {
    const pending: ServerResponse[] = [];
    const received = Promise.withResolvers<void>();
    platform.respondWith((_request, response) => {
      pending.push(response);
      received.resolve();
    });
    const socket = connect(sidecar.port, "localhost");
    const cookies = `${verifier}; sheaf-auth=${expired}`;
    socket.write(`GET ${callback} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookies}\r\n\r\n`);
    await received.promise;
    socket.destroy();
    await once(socket, "close");
    await expect.poll(() => sidecar.output()).toContain('"aborted":true');
    for (const response of pending) {
      giveSession(response);
      await once(response, "finish");
    }
    expect(await alive()).toBe(200);
    expect(platform.calls).toEqual(["POST /auth/v1/token?grant_type=pkce"]);
    expect(sidecar.output()).not.toMatch(/unhandled|uncaught|"level":[56]0/);
  });

  test("never renews a session, and survives a platform that responds late or drops connections", async () => {
    const waiting: (() => void)[] = [];
    platform.respondWith((request, response) => {
      if (request.url?.includes("grant_type=pkce")) giveSession(response);
      else waiting.push(() => void response.destroy());
    });
    const live = encoded({
      access_token: token({ sub: "1", session_id: "old", exp: 4_000_000_000 }),
      refresh_token: "refresh-secret",
    });
    for (const session of [expired, live]) {
      const response = await sidecar.send({
        path: callback,
        headers: { Cookie: `${verifier}; sheaf-auth=${session}` },
      });
      expect([response.status, response.location]).toEqual([303, "/"]);
    }
    await expect.poll(() => waiting.length).toBe(1);
    for (const respond of waiting) respond();
    const headers = { Origin: sidecar.siteUrl, Cookie: `sheaf-auth=${expired}` };
    expect((await sidecar.send({ path: "/auth/persist", method: "POST", headers })).status).toBe(401);

    expect(await alive()).toBe(200);
    expect(platform.calls).toEqual([
      "POST /auth/v1/token?grant_type=pkce",
      "POST /auth/v1/token?grant_type=pkce",
      "POST /auth/v1/logout?scope=local",
    ]);
    expect(sidecar.output()).not.toMatch(/unhandled|uncaught|"level":[56]0/);
  });

  test.each([
    ["too many cookies", `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${"own-secret=1; ".repeat(3000)}\r\n\r\n`],
    ["a URL that is too long", `GET /?${"own-secret".repeat(4000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ])("explains %s in a page that repeats nothing from the request", async (_, request) => {
    const { status, headers, body } = await sendRaw(sidecar.port, Buffer.from(request));
    expect(status).toBe(431);
    expect(body).toMatch(/<h1>Your browser sent too much<\/h1>/);
    expect(body).toMatch(/Clear this site's cookies/);
    expect(body + JSON.stringify(headers) + sidecar.output()).not.toContain("own-secret");
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": "no-store",
      "content-length": String(body.length),
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    });
    expect(headers.map(([name]) => name)).not.toContain("set-cookie");
    expect(await alive()).toBe(200);
  });

  test("answers a malformed request with a bare 400", async () => {
    const response = await sendRaw(sidecar.port, Buffer.from("own-secret\r\n\r\n"));
    expect([response.status, response.body]).toEqual([400, ""]);
    expect(await alive()).toBe(200);
  });

  test("logs an unhandled rejection without its message and keeps running", async () => {
    sidecar.makeTrouble("rejection");
    await expect.poll(() => sidecar.output()).toContain("Unhandled rejection");
    expect(sidecar.output()).toContain('"name":"TypeError"');
    expect(sidecar.output()).not.toContain("rejected-secret");
    expect(await alive()).toBe(200);
  });

  test("logs an uncaught exception without its message and exits with an error", async () => {
    sidecar.makeTrouble("exception");
    expect(await sidecar.ended).toBe(1);
    expect(sidecar.output()).toContain('"name":"RangeError"');
    expect(sidecar.output()).not.toContain("thrown-secret");
  });

  test("finishes running requests after a stop signal, accepts no new ones and exits with 0", async () => {
    const reached = Promise.withResolvers<ServerResponse>();
    platform.respondWith((_request, response) => reached.resolve(response));
    const slow = sidecar.send({ path: callback, headers: { Cookie: verifier } });
    const response = await reached.promise;
    sidecar.signal("SIGTERM");
    await expect.poll(() => sidecar.output()).toContain("is stopping");
    await expect.poll(() => alive().catch((error: unknown) => String(error))).toMatch(/ECONNREFUSED/);
    giveSession(response);
    expect((await slow).location).toBe("/");
    expect(await sidecar.ended).toBe(0);
  });

  test("writes no secret from any request to stdout or stderr", async () => {
    const handlers = [
      giveSession,
      refuseCode,
      (response: ServerResponse) => void response.writeHead(502).end(),
    ];
    platform.respondWith((_request, response) =>
      handlers[platform.calls.length % handlers.length]?.(response),
    );
    const hash = "5ec7e7".repeat(10);
    const next = encodeURIComponent("/r/link-secret");
    const cookie = `${verifier}; sheaf-flow-${flow}=1; sheaf-auth=${encoded({
      access_token: token({ sub: "user-secret", exp: 4_000_000_000 }),
      refresh_token: "refresh-secret",
    })}; sheaf-auth-code-verifier=base64-!verifier-secret; planted=cookie-secret`;
    const paths = [
      "/r/link-secret",
      "/r/link-secret.js",
      "/healthz?x=query-secret",
      "/readyz?x=query-secret",
      `${callback}&next=${next}`,
      `/auth/callback?code=code-secret-1&next=${next}`,
      `/auth/callback?error_code=query-secret&error_description=query-secret&next=${next}`,
      "/auth/callback?message=query-secret",
      `/auth/confirm?token_hash=pkce_${hash}&type=magiclink&redirect_to=${next}`,
      `/auth/confirm?token_hash=${hash}&type=query-secret`,
      "/auth/confirm.css?query-secret",
      "/auth/confirm.js?query-secret",
      "/auth/persist?x=query-secret",
      "/auth/sign-out?x=query-secret",
      "/auth/query-secret/%zz",
      "/query-secret/%zz",
    ];
    const origins = [sidecar.siteUrl, "https://origin-secret.example"];
    for (const path of paths) {
      for (const method of ["GET", "HEAD", "POST", "PUT"]) {
        for (const origin of origins) {
          const headers = {
            Cookie: cookie,
            Origin: origin,
            Authorization: "Bearer access-secret",
            Referer: `${sidecar.siteUrl}/r/link-secret`,
            "User-Agent": "agent-secret",
            "X-Request-Id": "header-secret",
          };
          await sidecar.send({ path, method, headers, body: method === "POST" ? "form-secret" : "" });
        }
      }
    }
    await expect
      .poll(
        () =>
          sidecar
            .output()
            .split("\n")
            .filter((line) => line.includes('"requestId"')).length,
      )
      .toBe(paths.length * 8);
    expect(sidecar.output()).not.toMatch(/secret|5ec7e7|base64-|eyJ/i);
    for (const line of sidecar.output().trim().split("\n")) expect(() => JSON.parse(line)).not.toThrow();
  });
});
