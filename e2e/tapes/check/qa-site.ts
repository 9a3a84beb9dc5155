import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { localKeys } from "@sheaf/platform/keys";
import { ports } from "../../stack.ts";

const program = fileURLToPath(new URL("../../../server/src/mocks/index.ts", import.meta.url));

/** A running QA build without a platform. */
export interface QaSite {
  siteUrl: string;
  /** Platform URL that the page uses. */
  platformUrl: string;
  stop: () => Promise<void>;
}

export async function startQaSite(): Promise<QaSite> {
  const siteUrl = `http://localhost:${ports.tapesQaSite}`;
  const platformUrl = `http://localhost:${ports.tapesStandIn}`;
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      SITE_URL: siteUrl,
      SUPABASE_URL: platformUrl,
      SUPABASE_PUBLISHABLE_KEY: localKeys.publishable,
      PORT: String(ports.tapesQaSite),
      HOST: "localhost",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await listening(child, siteUrl);
  return {
    siteUrl,
    platformUrl,
    stop: async () => {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

/** The process logs two listeners; the site is the second. */
function listening(child: ChildProcess, siteUrl: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`The QA sidecar exited with code ${code}.`)));
    if (!child.stdout) return;
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (line.includes("is listening") && line.includes(siteUrl)) resolve();
    });
  });
}
