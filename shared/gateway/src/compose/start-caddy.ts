import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

export interface CaddyProcess {
  /** Log output so far. */
  output(): string;
  /** PEM certificate of the local CA that Caddy creates for localhost names. */
  authority(): Promise<string>;
  stop(): Promise<void>;
}

/** Path or name of the Caddy binary. */
export const caddyBinary = process.env["CADDY_BIN"] ?? "caddy";

/** Checks for an installed Caddy: Debian's package `caddy`, or the binary in `CADDY_BIN`. */
export function hasCaddy(): boolean {
  return spawnSync(caddyBinary, ["version"]).status === 0;
}

/**
 * Runs a configuration of `shared/gateway` with only this environment, as the container does, but listening on loopback.
 */
export async function startCaddy(file: string, environment: Record<string, string>): Promise<CaddyProcess> {
  const home = await mkdtemp(join(tmpdir(), "sheaf-caddy-"));
  const config = join(home, "caddy.json");
  await writeFile(config, adaptCaddyfile(file, environment));
  const child = spawn(caddyBinary, ["run", "--config", config], {
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
      ended.then(() => Promise.reject(new Error(`Caddy exited:\n${output}`))),
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

/**
 * Converts a configuration of `shared/gateway` to Caddy's JSON. Differs from the container in two ways: it listens on
 * loopback instead of on all addresses, and Debian's version gets its own names for buffers.
 *
 * @throws an error with Caddy's output if the configuration is invalid.
 */
export function adaptCaddyfile(file: string, environment: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "sheaf-caddyfile-"));
  try {
    const config = join(folder, file);
    const source = new URL(`../../${file}`, import.meta.url);
    writeFileSync(config, nameBuffers(readFileSync(source, "utf8")));
    const { status, stdout, stderr } = spawnSync(
      caddyBinary,
      ["adapt", "--adapter", "caddyfile", "--config", config],
      { env: { PATH: process.env["PATH"], ...environment }, encoding: "utf8" },
    );
    if (status !== 0) throw new Error(`Caddy rejected ${file}:\n${stderr}`);
    return stdout.replaceAll(/"listen":\[":(\d+)"\]/g, '"listen":["127.0.0.1:$1"]');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Debian's Caddy is 2.6, where the settings for buffers have other names and one size. */
function nameBuffers(config: string): string {
  const version = spawnSync(caddyBinary, ["version"], { encoding: "utf8" }).stdout;
  if (!/^v?2\.[0-6]\./.test(version)) return config;
  return config
    .replace(/request_buffers .*/, "buffer_requests")
    .replace(/response_buffers (.*)/, "buffer_responses\nmax_buffer_size $1");
}
