import process from "node:process";
import { type Platform, type PlatformOptions, startPlatform } from "@sheaf/platform";

const databaseUrl = process.env["DATABASE_URL"];

/**
 * The platform of the worker's tests, on the server in `DATABASE_URL` if there is one: the embedded engine takes several
 * times as long for everything that a test prepares.
 */
export const startWorkerPlatform = (options: PlatformOptions = {}): Promise<Platform> =>
  startPlatform({ ...options, ...(databaseUrl !== undefined && { databaseUrl }) });
