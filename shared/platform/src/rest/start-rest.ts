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

/** From its start to the first answer. Milliseconds. */
const patience = 30_000;

/** Between two questions whether it serves; it answers a question that comes too early by starting over. */
const pause = 5000;

export interface Rest {
  readonly upstream: Upstream;
  /** Rejects when PostgREST ends by itself. */
  readonly crashed: Promise<never>;
  /** Resolves once tables made since the last time are served. */
  reloadSchema(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts PostgREST and waits until it serves the schema. */
export async function startRest(
  options: Omit<PostgrestOptions, "listen"> & { env: NodeJS.ProcessEnv; log: Log },
): Promise<Rest> {
  const binary = findPostgrest(options.env);
  // A socket file needs no free port and lets no other user in; Windows has none that PostgREST knows.
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
    await Promise.race([serving(upstream, child), child.crashed]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { upstream, crashed: child.crashed, reloadSchema: () => child.reloadSchema(), stop };
}

/** It listens before it has read the schema, and answers 503 until then. */
async function serving(upstream: Upstream, child: PostgrestProcess): Promise<void> {
  const deadline = Date.now() + patience;
  while (Date.now() < deadline) {
    const early = new AbortController();
    await Promise.race([
      child.schemaLoaded(early.signal).catch(() => undefined),
      wait(pause, undefined, { signal: early.signal }).catch(() => undefined),
    ]);
    early.abort();
    const status = await upstream.status("/");
    if (status !== undefined && status !== 503) return;
  }
  throw new Error(`PostgREST did not serve the schema within ${patience / 1000} seconds.`);
}
