import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { setTimeout } from "node:timers/promises";
import { isListening } from "@sheaf/platform/free-port";
import { entries } from "../../src/testing/entries.ts";
import { freePort, type SidecarProcess } from "../../src/testing/start-process.ts";

export type Peer = Pick<SidecarProcess, "port" | "cpu" | "peak" | "stop">;

const startTimeoutMs = 30_000;

/** `pnpm bench callback` installs their packages, and nothing else does. */
const peers = fileURLToPath(new URL("../peers", import.meta.url));
const packageFile = (...path: string[]) => join(peers, "node_modules", ...path);

export const next = packageFile("next", "dist", "bin", "next");

export function versionOf(name: string): string {
  const file = packageFile(name, "package.json");
  const { version }: { version: string } = JSON.parse(readFileSync(file, "utf8"));
  return version;
}

/**
 * Starts a server that listens at `PORT`, and waits until it does.
 * @throws Error with everything it printed, if it doesn't.
 */
export async function startPeer(
  file: string | URL,
  { platformUrl = "", args = [] }: { platformUrl?: string; args?: string[] } = {},
): Promise<Peer> {
  const port = await freePort();
  const child = fork(file, args, {
    cwd: peers,
    execArgv: ["--import", entries.probe],
    env: {
      PATH: process.env["PATH"],
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      PORT: String(port),
      SUPABASE_URL: platformUrl,
      SUPABASE_PUBLISHABLE_KEY: "sb_publishable_test",
    },
    silent: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += String(chunk)));
  const ended = once(child, "exit");
  const deadline = Date.now() + startTimeoutMs;
  while (!(await isListening(port, "localhost"))) {
    if (child.exitCode === null && Date.now() < deadline) await setTimeout(50);
    else throw new Error(`${String(file)} doesn't listen: ${output}`);
  }

  const ask = async (wanted: "cpu" | "peak"): Promise<number> => {
    const reply = once(child, "message");
    child.send(wanted);
    const [number]: unknown[] = await reply;
    return Number(number);
  };
  return {
    port,
    cpu: () => ask("cpu"),
    peak: () => ask("peak"),
    stop: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
