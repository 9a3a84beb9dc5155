import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

export interface CaddyProcess {
  /** Everything it has logged so far. */
  output(): string;
  /** The certificate of the authority that it makes for names of this machine. */
  authority(): Promise<string>;
  stop(): Promise<void>;
}

const binary = process.env["CADDY_BIN"] ?? "caddy";

/** Whether there is a Caddy on this machine: the package `caddy` of Debian, or the one at `CADDY_BIN`. */
export function hasCaddy(): boolean {
  return spawnSync(binary, ["version"]).status === 0;
}

/** Runs a configuration of `shared/gateway` with nothing but this environment, as the container does. */
export async function startCaddy(file: string, environment: Record<string, string>): Promise<CaddyProcess> {
  const config = fileURLToPath(new URL(`../../../gateway/${file}`, import.meta.url));
  const home = await mkdtemp(join(tmpdir(), "sheaf-caddy-"));
  const child = spawn(binary, ["run", "--adapter", "caddyfile", "--config", config], {
    env: {
      PATH: process.env["PATH"],
      HOME: home,
      XDG_DATA_HOME: home,
      XDG_CONFIG_HOME: home,
      ...environment,
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  const ended = once(child, "exit");
  while (!output.includes("serving initial configuration")) {
    await Promise.race([
      once(child.stderr, "data"),
      ended.then(() => Promise.reject(new Error(`Caddy has ended:\n${output}`))),
    ]);
  }
  return {
    output: () => output,
    authority: () => readFile(join(home, "caddy", "pki", "authorities", "local", "root.crt"), "utf8"),
    stop: async () => {
      child.kill("SIGKILL");
      await ended;
      await rm(home, { recursive: true });
    },
  };
}

/** A port of this machine where nothing listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
