import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "../free-port.ts";
import type { Log } from "../log.ts";
import { findPostgrest } from "./find-postgrest.ts";
import { type PostgrestProcess, spawnPostgrest } from "./postgrest.process.ts";
import { postgrestEnvironment, type PostgrestOptions } from "./postgrest-settings.ts";
import { createUpstream, type Upstream } from "./upstream.ts";

/** From the start to the first successful response. */
const startTimeoutMs = 30_000;

/** Interval between health checks. Not shorter, because an early request makes PostgREST reload its schema. */
const checkIntervalMs = 5000;

export interface Rest {
  readonly upstream: Upstream;
  /** Rejects if PostgREST exits without `stop`. */
  readonly crashed: Promise<never>;
  /** Resolves once PostgREST serves tables that were created since it last loaded the schema. */
  reloadSchema(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts PostgREST and waits until it serves the schema. */
export async function startRest(
  options: Omit<PostgrestOptions, "listen"> & { env: NodeJS.ProcessEnv; log: Log },
): Promise<Rest> {
  const binary = findPostgrest(options.env);
  // A Unix socket needs no free port and is closed to other users. PostgREST doesn't support them on Windows.
  const folder = process.platform === "win32" ? undefined : await mkdtemp(join(tmpdir(), "sheaf-rest-"));
  const port = folder === undefined ? await freePort() : 0;
  const socket = folder === undefined ? undefined : join(folder, "s");
  const listen = socket === undefined ? { port } : { socket };
  const upstream = createUpstream(
    socket === undefined ? { host: "127.0.0.1", port } : { socketPath: socket },
  );
  const child = spawnPostgrest({
    binary,
    folder,
    environment: postgrestEnvironment({ ...options, listen }),
    log: options.log,
  });
  const stop = async () => {
    upstream.close();
    await child.stop();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  };
  try {
    await Promise.race([waitUntilServing(upstream, child), child.crashed]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { upstream, crashed: child.crashed, reloadSchema: () => child.reloadSchema(), stop };
}

/** PostgREST listens before it has loaded the schema and answers 503 until then. */
async function waitUntilServing(upstream: Upstream, child: PostgrestProcess): Promise<void> {
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline) {
    const attempt = new AbortController();
    await Promise.race([
      child.schemaLoaded(attempt.signal).catch(() => undefined),
      wait(checkIntervalMs, undefined, { signal: attempt.signal }).catch(() => undefined),
    ]);
    attempt.abort();
    const status = await upstream.status("/");
    if (status !== undefined && status !== 503) return;
  }
  throw new Error(`PostgREST did not serve the schema within ${startTimeoutMs / 1000} seconds.`);
}
