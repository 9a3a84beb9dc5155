import { afterEach, describe, expect, test } from "vitest";
import { refuseCode, startPlatformDouble } from "../testing/platform-double.ts";
import { type Sidecar, type SidecarOptions, startSidecar } from "../testing/start-sidecar.ts";

const hash = (letter: string) => `pkce_${letter.repeat(56)}`;
const busy = "/link-problem?code=over_request_rate_limit#";

let sidecar: Sidecar;
const start = async (options: SidecarOptions): Promise<void> => {
  sidecar = await startSidecar(options);
};
afterEach(() => sidecar.stop());

const callback = (headers: Record<string, string> = {}) =>
  sidecar.send({ path: "/auth/callback?code=12345678-junk", headers });
const confirm = (letter: string) =>
  sidecar.send({
    method: "POST",
    path: `/auth/confirm?token_hash=${hash(letter)}&type=email`,
    headers: { Origin: sidecar.siteUrl },
  });

describe("the platform", () => {
  test("receives the client's address, so that it counts clients and not the sidecar", async () => {
    const platform = await startPlatformDouble();
    const received: unknown[] = [];
    platform.respondWith(({ headers }, response) => {
      received.push([headers["sb-forwarded-for"], headers["user-agent"]]);
      refuseCode(response);
    });
    await start({ platformUrl: platform.url, trustProxy: 1 });
    await callback({
      "X-Forwarded-For": "192.0.2.1",
      "User-Agent": "Browser/1.0",
      Cookie: `sheaf-auth-code-verifier=base64-${Buffer.from('"verifier"').toString("base64url")}`,
    });
    expect(received).toEqual([["192.0.2.1", "Browser/1.0"]]);
    platform.stop();
  });
});

describe("too many attempts", () => {
  test("from one address are refused before the platform is called", async () => {
    await start({ limits: { perAddress: 2 } });
    expect((await callback()).location).not.toBe(busy);
    expect((await callback()).location).not.toBe(busy);
    const response = await callback();
    expect([response.status, response.location, response.headers["retry-after"]]).toEqual([303, busy, "60"]);
  });

  test("can't be hidden behind a forged address", async () => {
    await start({ limits: { perAddress: 1 } });
    await callback({ "X-Forwarded-For": "192.0.2.1" });
    expect((await callback({ "X-Forwarded-For": "192.0.2.2" })).location).toBe(busy);
  });

  test("of one client don't block another behind the same trusted proxy", async () => {
    await start({ limits: { perAddress: 1 }, trustProxy: 1 });
    await callback({ "X-Forwarded-For": "192.0.2.1" });
    expect((await callback({ "X-Forwarded-For": "192.0.2.2" })).location).not.toBe(busy);
    expect((await callback({ "X-Forwarded-For": "192.0.2.1" })).location).toBe(busy);
    expect((await callback({ "X-Forwarded-For": "198.51.100.9, 192.0.2.1" })).location).toBe(busy);
  });

  test("from one IPv6 network share one limit", async () => {
    await start({ limits: { perAddress: 1 }, trustProxy: 1 });
    await callback({ "X-Forwarded-For": "2001:db8:0:1::1" });
    expect((await callback({ "X-Forwarded-For": "2001:db8:0:1::2" })).location).toBe(busy);
  });

  test.each([";;;", "\u00ff\u00fe", "::ffff:1.2.3.4%eth0", "1.2.3.4:80", "x".repeat(5000), "::", "[::1]"])(
    "are counted for the malformed client address %j",
    async (address) => {
      await start({ limits: { perAddress: 1 }, trustProxy: 1 });
      const headers = {
        "X-Forwarded-For": address,
        Cookie: `sheaf-auth-code-verifier=base64-${Buffer.from('"verifier"').toString("base64url")}`,
      };
      expect((await callback(headers)).location).toBe("/link-problem?code=service.unavailable#");
      expect((await callback(headers)).location).toBe(busy);
    },
  );

  test("for one link don't block other links", async () => {
    await start({ limits: { perLink: 2 } });
    await confirm("a");
    await confirm("a");
    expect((await confirm("a")).location).toBe(busy.replace("#", "&type=email#"));
    expect((await confirm("b")).location).toContain("/signed-in-as#");
  });
});
