import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const peers = fileURLToPath(new URL("../../../server/bench/peers", import.meta.url));
const next = join(peers, "node_modules", "next");

export const { version: nextVersion }: { version: string } = JSON.parse(
  readFileSync(join(next, "package.json"), "utf8"),
);

/** Starts the built peer; the command `pnpm bench paint` installs and builds it. */
export async function startNext(port: number): Promise<{ url: string; stop: () => Promise<void> }> {
  const child = spawn(process.execPath, [join(next, "dist", "bin", "next"), "start", "next"], {
    cwd: peers,
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await ready(child);
  return {
    url: `http://localhost:${port}`,
    stop: async () => {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

async function ready(child: ChildProcess): Promise<void> {
  let output = "";
  child.stdout?.on("data", (chunk) => (output += String(chunk)));
  while (!output.includes("Ready")) {
    if (child.exitCode !== null || !child.stdout) throw new Error(`Next.js doesn't start: ${output}`);
    await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
  }
}
