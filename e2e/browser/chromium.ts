import { existsSync } from "node:fs";
import { arch, platform } from "node:process";
import { chromium } from "@playwright/test";
import packagedChromium, { inflate, setupLambdaEnvironment } from "@sparticuz/chromium";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Downloads the Chromium that belongs to the installed Playwright. */
const installCommand = "npx -y pnpm@12 --filter @sheaf/e2e exec playwright install chromium";

/** Launch options for Playwright; without `executablePath` it starts its own Chromium. */
export interface ChromiumLaunch {
  executablePath?: string;
  args: string[];
}

/**
 * Finds a Chromium without downloading one: Playwright's, else `CHROMIUM_PATH`, else, on Linux, the one in an npm
 * package. Of that package's flags only those that containers need are used: others disable CORS or break a second
 * browser context.
 *
 * @throws if no Chromium is found.
 */
export async function findChromium(environment: NodeJS.ProcessEnv): Promise<ChromiumLaunch> {
  if (existsSync(chromium.executablePath())) return { args: [] };
  if (environment["CHROMIUM_PATH"])
    return { executablePath: environment["CHROMIUM_PATH"], args: containerArgs };
  // The package's Chromium runs on 64-bit Intel and AMD processors only.
  if (platform !== "linux" || arch !== "x64") {
    throw new Error(`No Chromium found. Install one with:\n\n  ${installCommand}\n\nor set CHROMIUM_PATH.`);
  }
  return { executablePath: await unpackChromium(), args: containerArgs };
}

const containerArgs = [
  "--no-sandbox",
  "--disable-dev-shm-usage",
  "--font-render-hinting=none",
  "--disable-gpu",
];

async function unpackChromium(): Promise<string> {
  const path = await packagedChromium.executablePath();
  if (!hasSharedLibraries()) {
    const build = dirname(fileURLToPath(import.meta.resolve("@sparticuz/chromium")));
    setupLambdaEnvironment(join(await inflate(join(build, "..", "bin", "al2023.tar.br")), "lib"));
  }
  return path;
}

/** Slim containers lack these libraries; the package includes copies. */
function hasSharedLibraries(): boolean {
  const folders = ["/usr/lib/x86_64-linux-gnu", "/lib/x86_64-linux-gnu", "/usr/lib64", "/usr/lib"];
  return ["libnss3.so", "libnspr4.so", "libexpat.so.1"].every((library) =>
    folders.some((folder) => existsSync(join(folder, library))),
  );
}
