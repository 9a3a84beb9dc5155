import { mkdtemp, readdir, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { serve } from "@hono/node-server";
import { SignJWT } from "jose";
import { silentLog } from "../log.ts";
import { startPlatform } from "../platform.ts";
import { createStorage } from "./storage.service.ts";
import { defaultStorageSettings } from "./storage.settings.ts";

const jwtSecret = "a-secret-of-this-test-alone-that-is-long-enough";

export interface Person {
  sub: string;
  role: string;
}

export interface TestRequest extends Omit<RequestInit, "headers"> {
  headers?: Record<string, string>;
  /** Claims of the request's token; no token if omitted. */
  as?: Partial<Person>;
  duplex?: "half";
}

/**
 * Starts the service with a real database and a real port. Also gives access to the bytes on disk, the clock, and tokens
 * with any claims.
 */
export async function startTestStorage() {
  const platform = await startPlatform({ migrations: "none" });
  const directory = await mkdtemp(join(tmpdir(), "sheaf-storage-"));
  let now = new Date("2026-11-21T09:00:00Z");
  const app = createStorage({
    database: platform.database,
    clock: () => now,
    settings: { ...defaultStorageSettings, fileSizeLimit: 1_000_000 },
    tokenKeys: { secret: jwtSecret, signingKeys: [] },
    directory,
    log: silentLog,
  });
  const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;

  /** A token that expires an hour after the clock's time. */
  const tokenOf = (claims: Partial<Person>) =>
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg: "HS256" })
      .setExpirationTime(new Date(now.getTime() + 3_600_000))
      .sign(new TextEncoder().encode(jwtSecret));

  return {
    directory,
    tokenOf,
    setClock: (time: Date) => {
      now = time;
    },
    /** Runs SQL as the owner of the storage schema, to create a test's policies and triggers. */
    sql: (text: string) =>
      platform.database.as("supabase_storage_admin", { "storage.allow_delete_query": "true" }, (query) =>
        query(text),
      ),
    async fetch(path: string, { as, ...init }: TestRequest = {}) {
      const headers: Record<string, string> =
        as === undefined ? {} : { authorization: `Bearer ${await tokenOf(as)}` };
      return fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers: { ...headers, ...init.headers } });
    },
    /** Files in the service's folder as `bucket/key/version`. */
    async files() {
      const entries = await readdir(directory, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(directory, join(entry.parentPath, entry.name)))
        .sort();
    },
    async stop() {
      await new Promise((resolve) => server.close(resolve));
      await platform.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export type TestStorage = Awaited<ReturnType<typeof startTestStorage>>;

/** HTTP status and code of an error response. */
export async function refusal(response: Response): Promise<string> {
  const { code } = (await response.json()) as { code: string };
  return `${response.status} ${code}`;
}
