import type { ServerResponse } from "node:http";
import { localPlatform } from "@sheaf/contract/local-platform";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { type PlatformDouble, startPlatformDouble, respondWithSettings } from "../testing/platform-double.ts";
import { type SidecarProcess, startProcess } from "../testing/start-process.ts";
import { writeSite, type WrittenSite } from "../testing/write-site.ts";

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

/** Starts a sidecar that is stopped after the test, even if the test expected the start to fail. */
async function start(settings: Record<string, string>): Promise<SidecarProcess> {
  const sidecar = await startProcess(platform.url, settings);
  onTestFinished(() => sidecar.stop());
  return sidecar;
}

const startInProduction = (settings: Record<string, string> = {}) =>
  start({ NODE_ENV: "production", SITE_ROOT: site.root, ...settings });

describe("a sidecar in production", () => {
  test("starts on a platform with safe settings, which it reads with its public key", async () => {
    platform.respondWith((_request, response) => respondWithSettings(response, safe));
    const sidecar = await startInProduction();
    expect((await sidecar.send({ path: "/healthz" })).status).toBe(200);
    expect(platform.calls).toEqual(["GET /auth/v1/settings", "POST /auth/v1/token?grant_type=password"]);
    expect(sidecar.output()).not.toContain("Could not check");
  });

  test.each([
    ["accepts unconfirmed addresses", { ...safe, mailer_autoconfirm: true }, /unconfirmed email addresses/],
    ["allows anonymous sign-in", { ...safe, anonymous_users: true }, /anonymous sign-in/],
  ])("refuses to start on a platform that %s, and says why", async (_, settings, reason) => {
    platform.respondWith((_request, response) => respondWithSettings(response, settings));
    await expect(startInProduction()).rejects.toThrow(reason);
  });

  const captcha = { CAPTCHA_PROVIDER: "turnstile", CAPTCHA_SITE_KEY: "1x00000000000000000000AA" };
  /** Auth's settings, and its error code for a sign-in without an address, a password and a CAPTCHA. */
  const signInAnswers = (code: string) =>
    platform.respondWith(({ method }, response) => {
      if (method === "GET") return respondWithSettings(response, safe);
      response
        .writeHead(400, { "content-type": "application/json" })
        .end(JSON.stringify({ code, message: "" }));
    });
  const unchecked = "The page shows a CAPTCHA that the platform doesn't check";

  test("refuses to start without a CAPTCHA on a platform that asks for one", async () => {
    signInAnswers("captcha_failed");
    await expect(startInProduction()).rejects.toThrow(
      "it asks for a CAPTCHA, but CAPTCHA_PROVIDER is not set, so nobody could sign in",
    );
    expect((await startInProduction(captcha)).output()).not.toContain(unchecked);
  });

  test("warns of a CAPTCHA that the platform doesn't check", async () => {
    signInAnswers("validation_failed");
    expect((await startInProduction(captcha)).output()).toContain(unchecked);
    expect((await startInProduction()).output()).not.toContain("CAPTCHA");
  });

  test("refuses the key of every local platform", async () => {
    await expect(
      startInProduction({ SUPABASE_PUBLISHABLE_KEY: localPlatform.publishableKey }),
    ).rejects.toThrow(/key of every local platform/);
    expect(platform.calls).toEqual([]);
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ["is down", (response) => void response.destroy()],
    ["answers with an error page", (response) => void response.writeHead(502).end("<p>Bad gateway</p>")],
    ["leaves out a setting", (response) => void response.end(JSON.stringify({ external: {} }))],
  ])("starts while the platform %s, with a warning in the log", async (_, respond) => {
    platform.respondWith((_request, response) => respond(response));
    const sidecar = await startInProduction();
    await expect.poll(() => sidecar.output()).toContain("Could not check");
  });
});

test("in development the platform's settings aren't checked", async () => {
  await start({});
  expect(platform.calls).toEqual([]);
});
