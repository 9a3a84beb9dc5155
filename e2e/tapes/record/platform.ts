import { type ChildProcess, fork } from "node:child_process";
import { on, once } from "node:events";
import { fileURLToPath } from "node:url";
import type { FromPlatform, PlatformAddresses, ToPlatform } from "../platform/platform-messages.ts";

const program = fileURLToPath(new URL("../platform/platform.process.ts", import.meta.url));

export interface ResettablePlatform extends PlatformAddresses {
  /** Nobody has done anything yet. */
  reset: () => Promise<void>;
  stop: () => Promise<void>;
}

interface OwnPlatformOptions {
  port: number;
  siteUrl: string;
  /** Folder with `config.toml`, `templates` and `migrations`; the product's own unless told. */
  settings?: string;
}

/** The local platform, in memory. */
export async function startPlatform(options: OwnPlatformOptions): Promise<ResettablePlatform> {
  const { port, siteUrl, settings } = options;
  const child = fork(program, [String(port), siteUrl, ...(settings === undefined ? [] : [settings])]);
  const ready = await said(child, "ready");
  return {
    url: ready.url,
    mailUrl: ready.mailUrl,
    anonKey: ready.anonKey,
    reset: async () => {
      const empty = said(child, "empty");
      child.send("reset" satisfies ToPlatform);
      await empty;
    },
    stop: async () => {
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    },
  };
}

/** @throws Error where it ends instead. */
async function said<Is extends FromPlatform["is"]>(
  child: ChildProcess,
  is: Is,
): Promise<Extract<FromPlatform, { is: Is }>> {
  for await (const [message] of on(child, "message", { close: ["exit"] })) {
    const told = message as FromPlatform;
    if (told.is === is) return told as Extract<FromPlatform, { is: Is }>;
  }
  throw new Error("The platform ended by itself.");
}
