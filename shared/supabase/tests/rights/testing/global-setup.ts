import { type Platform, startPlatform } from "@sheaf/platform";
import type { TestProject } from "vitest/node";

/** Addresses and key of this run's platform, for the test processes. */
export interface PlatformAddress {
  url: string;
  mailboxUrl: string;
  anonKey: string;
  connectionString: string;
}

declare module "vitest" {
  interface ProvidedContext {
    platform: PlatformAddress;
    /** Empty for the embedded engine, otherwise a server on which databases may be created and dropped. */
    databaseUrl: string;
    /** True on the second engine, where each kind of answer is tested once: the first engine runs every test. */
    isRepeated: boolean;
  }
}

let platform: Platform | undefined;

/** All files share one platform. Each creates its own users and workspaces, so they don't interfere. */
export async function setup(project: TestProject): Promise<void> {
  const databaseUrl = project.config.provide["databaseUrl"];
  platform = await startPlatform(databaseUrl ? { databaseUrl } : {});
  project.provide("platform", {
    url: platform.url,
    mailboxUrl: platform.mailboxUrl,
    anonKey: platform.anonKey,
    connectionString: platform.database.connectionString,
  });
}

export async function teardown(): Promise<void> {
  await platform?.stop();
}
