import type { TestProject } from "vitest/node";
import { startPlatform } from "../src/index.ts";
import { startMovableClock } from "./movable-clock.ts";
import type { Target } from "./target.ts";

/** Starts a local platform without migrations, or takes the one that the environment names. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const elsewhere = targetFromEnvironment(process.env);
  if (elsewhere) {
    project.provide("target", elsewhere);
    return () => Promise.resolve();
  }
  const clock = await startMovableClock();
  const platform = await startPlatform({ migrations: "none", clock: clock.clock });
  const { url, anonKey, serviceKey, mailUrl } = platform;
  project.provide("target", { url, anonKey, serviceKey, mailUrl, clockUrl: clock.url });
  return async () => {
    await platform.stop();
    await clock.stop();
  };
}

function targetFromEnvironment(env: NodeJS.ProcessEnv): Target | undefined {
  const url = env["ACCEPT_URL"];
  if (!url) return undefined;
  return {
    url: url.replace(/\/$/, ""),
    anonKey: needed(env, "ACCEPT_ANON_KEY"),
    serviceKey: needed(env, "ACCEPT_SERVICE_KEY"),
    mailUrl: needed(env, "ACCEPT_MAILPIT_URL").replace(/\/$/, ""),
    clockUrl: undefined,
  };
}

function needed(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (!value) throw new Error(`ACCEPT_URL is set, so ${name} must be too`);
  return value;
}
