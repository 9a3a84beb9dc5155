import type { ServerResponse } from "node:http";
import { localPlatform } from "@sheaf/contract/local-platform";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { type PlatformDouble, startPlatformDouble, tellSettings } from "./testing/platform-double.ts";
import { type SidecarProcess, startProcess } from "./testing/start-process.ts";
import { writeSite, type WrittenSite } from "./testing/write-site.ts";

const safe = { mailer_autoconfirm: false, anonymous_users: false };

let site: WrittenSite;
let platform: PlatformDouble;
beforeAll(async () => {
  site = await writeSite();
});
afterAll(() => site.remove());
beforeEach(async () => {
  platform = await startPlatformDouble();
});
afterEach(() => platform.stop());

/** A sidecar that ends with its test, also with one that expected it not to start. */
async function start(settings: Record<string, string>): Promise<SidecarProcess> {
  const sidecar = await startProcess(platform.url, settings);
  onTestFinished(() => sidecar.stop());
  return sidecar;
}

const startInProduction = (settings: Record<string, string> = {}) =>
  start({ NODE_ENV: "production", SITE_ROOT: site.root, ...settings });

describe("a sidecar in production", () => {
  test("starts on a platform that says it is safe, and has asked it by its public key", async () => {
    platform.answerBy((_request, response) => tellSettings(response, safe));
    const sidecar = await startInProduction();
    expect((await sidecar.send({ path: "/healthz" })).status).toBe(200);
    expect(platform.calls).toEqual(["GET /auth/v1/settings"]);
    expect(sidecar.output()).not.toContain("could not be asked");
  });

  test.each([
    ["takes addresses unproven", { ...safe, mailer_autoconfirm: true }, /without a confirmation/],
    ["lets people in without one", { ...safe, anonymous_users: true }, /without an address/],
  ])("refuses a platform that %s, and says why", async (_, told, reason) => {
    platform.answerBy((_request, response) => tellSettings(response, told));
    await expect(startInProduction()).rejects.toThrow(reason);
  });

  test("refuses the key that every local platform has", async () => {
    await expect(
      startInProduction({ SUPABASE_PUBLISHABLE_KEY: localPlatform.publishableKey }),
    ).rejects.toThrow(/key of every local platform/);
    expect(platform.calls).toEqual([]);
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ["is down", (response) => void response.destroy()],
    ["answers with something else", (response) => void response.writeHead(502).end("<p>Bad gateway</p>")],
    ["leaves the word out", (response) => void response.end(JSON.stringify({ external: {} }))],
  ])("starts while the platform %s, and tells that it could not ask", async (_, answer) => {
    platform.answerBy((_request, response) => answer(response));
    const sidecar = await startInProduction();
    await expect.poll(() => sidecar.output()).toContain("could not be asked");
  });
});

test("on a developer's machine the platform is not asked", async () => {
  await start({});
  expect(platform.calls).toEqual([]);
});
