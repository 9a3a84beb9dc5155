import type { TestProject } from "vitest/node";
import { type Platform, startPlatform } from "../../src/index.ts";

/** Where the platform of this run is, for the tests' own processes. */
export interface PlatformAddress {
  url: string;
  mailUrl: string;
  anonKey: string;
  connectionString: string;
}

declare module "vitest" {
  interface ProvidedContext {
    platform: PlatformAddress;
    /** Empty: the embedded engine. Else a server that may make and drop databases. */
    databaseUrl: string;
  }
}

let platform: Platform | undefined;

/** One platform for all files: each brings people and a workspace of its own, so they cannot meet. */
export async function setup(project: TestProject): Promise<void> {
  const databaseUrl = project.config.provide["databaseUrl"];
  platform = await startPlatform(databaseUrl ? { databaseUrl } : {});
  project.provide("platform", {
    url: platform.url,
    mailUrl: platform.mailUrl,
    anonKey: platform.anonKey,
    connectionString: platform.database.connectionString,
  });
}

export async function teardown(): Promise<void> {
  await platform?.stop();
}
