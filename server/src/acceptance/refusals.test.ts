import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { localPlatform } from "@sheaf/contract/local-platform";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type PlatformDouble, startPlatformDouble } from "../testing/platform-double.ts";
import { startProcess } from "../testing/start-process.ts";
import { writeSite, type WrittenSite } from "../testing/write-site.ts";

let site: WrittenSite;
let platform: PlatformDouble;
beforeAll(async () => {
  site = await writeSite();
  platform = await startPlatformDouble();
});
afterAll(async () => {
  platform.stop();
  await site.remove();
});

/** Everything that a process started in production with these settings prints. */
async function refusalOf(settings: Record<string, string>): Promise<string> {
  const complete = {
    NODE_ENV: "production",
    SITE_URL: "https://sheaf.example",
    SUPABASE_URL: "https://project.example",
    SITE_ROOT: site.root,
    ...settings,
  };
  try {
    const sidecar = await startProcess(platform.url, complete);
    await sidecar.stop();
    return "it started";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const jwt = (claims: object) => `h.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.s`;
const origin = "must be http(s)://host[:port] and nothing else";
const secret = "is a secret key, which every page would reveal";

describe("a start in production is refused, with the setting's name and one sentence,", () => {
  test.each([
    ["SITE_URL", "", "is not set"],
    ["SUPABASE_URL", "", "is not set"],
    ["SUPABASE_PUBLISHABLE_KEY", "", "is not set"],
    [
      "TRUST_PROXY",
      "",
      "is not set: https implies a proxy, and without this setting all clients would share one rate limit",
    ],
    ["NODE_ENV", "Production", "must be one of development, test, production"],
    ["SITE_URL", "sheaf.example", origin],
    ["SITE_URL", "https://sheaf.example/app", origin],
    ["SITE_URL", "http://sheaf.example", "must be https in production"],
    ["SITE_URL", "https://192.0.2.1", "must name a host, not an IP address: passkeys don't work with one"],
    ["SUPABASE_URL", "postgres://project.example", origin],
    ["SUPABASE_URL", "http://project.example", "must be https in production"],
    [
      "SUPABASE_URL",
      "https://sheaf.example",
      "must be a different origin from SITE_URL: stored files would share the page's origin",
    ],
    ["SUPABASE_INTERNAL_URL", "gateway:8000", origin],
    ["SUPABASE_PUBLISHABLE_KEY", "sb_secret_N7UND0UgjKTVK", secret],
    ["SUPABASE_PUBLISHABLE_KEY", jwt({ role: "service_role" }), secret],
    [
      "SUPABASE_PUBLISHABLE_KEY",
      "a-password",
      "is not a public key: those begin with sb_publishable_ or are tokens of the role anon",
    ],
    [
      "SUPABASE_PUBLISHABLE_KEY",
      localPlatform.publishableKey,
      "is the key of every local platform; use your project's own in production",
    ],
    ["PORT", "eighty", "must be a whole number"],
    ["PORT", "70000", "must be at most 65535"],
    ["MAX_FILE_BYTES", "0", "must be at least 1"],
    ["TRUST_PROXY", "everyone", "must be a number of proxies or a list of addresses"],
    ["LOG_LEVEL", "loud", "must be one of fatal, error, warn, info, debug, trace, silent"],
  ])("for %s=%s", async (name, value, sentence) => {
    const output = await refusalOf({ [name]: value });
    expect(output).toBe(`The sidecar cannot start with these settings:\n  ${name} ${sentence}\n`);
    expect(platform.calls).toEqual([]);
  });

  test("without a built site", async () => {
    expect(await refusalOf({ SITE_ROOT: "/nowhere" })).toBe(
      "There is no built site in /nowhere; set SITE_ROOT.\n",
    );
  });

  test("with an incomplete built site", async () => {
    const half = await writeSite();
    await rm(join(half.root, "sign-in.html"));
    expect(await refusalOf({ SITE_ROOT: half.root })).toBe(
      `The built site in ${half.root} lacks sign-in.html; build it again.\n`,
    );
    await half.remove();
  });

  test("with a page that lacks a placeholder", async () => {
    const other = await writeSite();
    await writeFile(join(other.root, "index.html"), "<html></html>");
    expect(await refusalOf({ SITE_ROOT: other.root })).toBe(
      "index.html lacks the placeholder %SUPABASE_URL%\n",
    );
    await other.remove();
  });

  test("at a port in use", async () => {
    const other = createServer().listen(0, "localhost");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const healthy = await startPlatformDouble();
    onTestFinished(() => healthy.stop());
    const output = await refusalOf({
      HOST: "localhost",
      PORT: String(port),
      SUPABASE_INTERNAL_URL: healthy.url,
    });
    expect(output.split("\n").at(-2)).toBe(
      `Sheaf cannot listen at localhost:${port}: another process is using the port.`,
    );
    other.close();
  });

  test("on a platform that rejects the key", async () => {
    const refusing = await startPlatformDouble();
    onTestFinished(() => refusing.stop());
    refusing.respondWith((_request, response) => void response.writeHead(401).end());
    expect(await refusalOf({ SUPABASE_INTERNAL_URL: refusing.url })).toBe(
      "The settings of the platform at https://project.example are unsafe:\n" +
        "  it rejects SUPABASE_PUBLISHABLE_KEY\n",
    );
  });
});
