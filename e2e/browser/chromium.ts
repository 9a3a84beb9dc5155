import { existsSync } from "node:fs";
import { platform } from "node:process";
import { chromium } from "@playwright/test";
import packagedChromium, { inflate, setupLambdaEnvironment } from "@sparticuz/chromium";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** What Playwright needs to start a Chromium; an absent path means "the one you have". */
export interface ChromiumLaunch {
  executablePath?: string;
  args: string[];
}

/**
 * Finds a Chromium without a download: the one Playwright has, else `CHROMIUM_PATH`, else on Linux the one inside
 * an npm package. The package's own flags are left out but for what a container needs: among them are one that
 * switches CORS off and one that breaks a second browser context.
 *
 * @throws when this machine has none of the three.
 */
export async function findChromium(environment: NodeJS.ProcessEnv): Promise<ChromiumLaunch> {
  if (existsSync(chromium.executablePath())) return { args: [] };
  if (environment["CHROMIUM_PATH"])
    return { executablePath: environment["CHROMIUM_PATH"], args: containerArgs };
  if (platform !== "linux") {
    throw new Error(
      "No Chromium found: run `npx playwright install chromium`, or name one in CHROMIUM_PATH.",
    );
  }
  return { executablePath: await unpackChromium(), args: containerArgs };
}

const containerArgs = [
  "--no-sandbox",
  "--no-zygote",
  "--disable-dev-shm-usage",
  "--font-render-hinting=none",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
];

async function unpackChromium(): Promise<string> {
  const path = await packagedChromium.executablePath();
  if (!hasSharedLibraries()) {
    const build = dirname(fileURLToPath(import.meta.resolve("@sparticuz/chromium")));
    setupLambdaEnvironment(join(await inflate(join(build, "..", "bin", "al2023.tar.br")), "lib"));
  }
  return path;
}

/** The libraries that a slim container leaves out; the package carries its own copies of them. */
function hasSharedLibraries(): boolean {
  const folders = ["/usr/lib/x86_64-linux-gnu", "/lib/x86_64-linux-gnu", "/usr/lib64", "/usr/lib"];
  return ["libnss3.so", "libnspr4.so", "libexpat.so.1"].every((library) =>
    folders.some((folder) => existsSync(join(folder, library))),
  );
}
