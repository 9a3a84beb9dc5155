import type { TestProject } from "vitest/node";
import { platformWith } from "../src/testing/platform-with.ts";
import { startMovableClock } from "./movable-clock.ts";
import type { Target } from "./target.ts";

/** The product leaves these off; the real service has them, and the specs compare with it. */
const settingsUnderTest = { "secure_password_change = false": "secure_password_change = true" };

let stop: (() => Promise<void>) | undefined;

/**
 * Uses the platform at `ACCEPT_URL`, or starts a local one without migrations, with {@link settingsUnderTest}: embedded,
 * or on the PostgreSQL of `DATABASE_URL`, where simultaneous requests really run in parallel.
 */
export async function setup(project: TestProject): Promise<void> {
  const elsewhere = targetFromEnvironment(process.env);
  if (elsewhere) {
    project.provide("target", elsewhere);
    return;
  }
  const clock = await startMovableClock();
  const databaseUrl = process.env["DATABASE_URL"];
  const options = { clock: clock.clock, localAccount: true, ...(databaseUrl && { databaseUrl }) };
  const platform = await platformWith({ changes: settingsUnderTest }, options);
  const { url, anonKey, serviceKey, mailboxUrl } = platform;
  project.provide("target", {
    url,
    anonKey,
    serviceKey,
    mailboxUrl,
    clockUrl: clock.url,
    localAccount: true,
    passkeyOrigin: "http://localhost:3000",
    storageCacheControl: undefined,
  });
  stop = async () => {
    await platform.stop();
    await clock.stop();
  };
}

export async function teardown(): Promise<void> {
  await stop?.();
}

function targetFromEnvironment(env: NodeJS.ProcessEnv): Target | undefined {
  const url = env["ACCEPT_URL"];
  if (!url) return undefined;
  return {
    url: url.replace(/\/$/, ""),
    anonKey: needed(env, "ACCEPT_ANON_KEY"),
    serviceKey: needed(env, "ACCEPT_SERVICE_KEY"),
    mailboxUrl: needed(env, "ACCEPT_MAILPIT_URL").replace(/\/$/, ""),
    clockUrl: undefined,
    localAccount: false,
    passkeyOrigin: env["ACCEPT_PASSKEY_ORIGIN"] ?? "",
    storageCacheControl: env["ACCEPT_STORAGE_CACHE_CONTROL"],
  };
}

function needed(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (!value) throw new Error(`ACCEPT_URL is set, so ${name} must be too`);
  return value;
}
