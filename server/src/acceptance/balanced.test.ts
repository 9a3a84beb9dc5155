import { type Platform, startPlatform } from "@sheaf/platform";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Browser, createBrowser, follow, linkOf, pathOf } from "../testing/browser.ts";
import { type Balancer, startBalancer } from "../testing/start-balancer.ts";
import { type SidecarProcess, startProcess } from "../testing/start-process.ts";

let platform: Platform;
let balancer: Balancer;
let one: SidecarProcess;
let other: SidecarProcess;
beforeAll(async () => {
  platform = await startPlatform({ migrations: "none" });
  balancer = await startBalancer();
  one = await startCopy();
  other = await startCopy();
});
afterAll(async () => {
  balancer.stop();
  await Promise.all([one.stop(), other.stop()]);
  await platform.stop();
});
beforeEach(() => {
  balancer.sendTo([one.port, other.port]);
  balancer.served.length = 0;
});

const startCopy = () =>
  startProcess(platform.url, {
    SITE_URL: balancer.siteUrl,
    SUPABASE_PUBLISHABLE_KEY: platform.anonKey,
  });

/**
 * From the sign-in form through the email and its button to the URL that ends the exchange. The user asks for
 * `next`, by default `/r/abc?tab=files`.
 */
async function signInUpToCallback(browser: Browser, email: string): Promise<string> {
  await browser.requestEmail(email, "/r/abc");
  const pressed = await browser.press(linkOf(await platform.mailbox.latest(email)));
  return pathOf(await follow(pressed.location ?? ""));
}

const newBrowser = () =>
  createBrowser({ sidecar: balancer, platformUrl: platform.url, anonKey: platform.anonKey });

describe("two sidecars behind one balancer", () => {
  test("one serves the start of a sign-in and the other its end", async () => {
    for (const ports of [[one.port, other.port] as const, [other.port, one.port] as const]) {
      balancer.sendTo(ports);
      balancer.served.length = 0;
      const browser = newBrowser();
      const email = `balanced-${ports[0]}@lind.example`;
      const response = await browser.visit(await signInUpToCallback(browser, email));
      expect([response.status, response.location]).toEqual([303, "/r/abc"]);
      expect(balancer.served).toEqual([`POST /auth/confirm ${ports[0]}`, `GET /auth/callback ${ports[1]}`]);
      expect((await browser.client.auth.getUser()).data.user?.email).toBe(email);
    }
  });

  test("both accept a session, whichever wrote it", async () => {
    const browser = newBrowser();
    await browser.visit(await signInUpToCallback(browser, "persisted@lind.example"));
    const responses = [
      await browser.visit("/auth/persist", "POST"),
      await browser.visit("/auth/persist", "POST"),
    ];
    expect(responses.map(({ status }) => status)).toEqual([204, 204]);
    expect(new Set(balancer.served.slice(-2)).size).toBe(2);
  });

  test("a sign-in survives when one of them is stopped halfway", async () => {
    const leaving = await startCopy();
    balancer.sendTo([leaving.port]);
    const browser = newBrowser();
    const callback = await signInUpToCallback(browser, "rolling@lind.example");
    leaving.signal("SIGTERM");
    expect(await leaving.ended).toBe(0);
    balancer.sendTo([other.port]);
    const response = await browser.visit(callback);
    expect([response.status, response.location]).toEqual([303, "/r/abc"]);
  });

  test("every response has its own ID and one log line at the sidecar that sent it", async () => {
    const responses = [await balancer.send({ path: "/healthz" }), await balancer.send({ path: "/healthz" })];
    const ids = responses.map(({ headers }) => String(headers["x-request-id"]));
    expect(new Set(ids).size).toBe(2);
    for (const [index, copy] of [one, other].entries()) {
      await expect.poll(() => copy.output()).toContain(`"requestId":"${ids[index]}"`);
      const line = copy
        .output()
        .split("\n")
        .find((line) => line.includes(String(ids[index])));
      expect(JSON.parse(line ?? "")).toMatchObject({ method: "GET", route: "/healthz", status: 200 });
    }
  });
});
