import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { Platform } from "@sheaf/platform";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { type Begun, sendRequest } from "./documents.ts";
import { type PlatformProxy, startPlatformProxy } from "./platform-proxy.ts";
import { startWorkerPlatform } from "./start-platform.ts";

/** The report's counts by kind when nothing was purged. */
export const nothingPurged = { removed: 0, abandoned: 0, expired: 0, orphaned: 0, unused: 0 };

export const keysOf = (files: Begun[]): string[] => files.map(({ object_key: key }) => key).sort();

/** A platform with its files on disk, reset before each test and behind a fresh proxy. Registers the hooks. */
export function setUpPurgeScene() {
  let directory: string;
  let platform: Platform;
  let proxy: PlatformProxy;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "sheaf-purge-"));
    platform = await startWorkerPlatform({ directory });
  });
  beforeEach(async () => {
    await platform.reset();
    proxy = await startPlatformProxy(platform.url);
  });
  afterEach(() => proxy.stop());
  afterAll(async () => {
    await platform.stop();
    await rm(directory, { recursive: true });
  });

  /** Runs as superuser, to change timestamps and read what is stored. */
  async function sql<Row extends Record<string, unknown>>(
    text: string,
    values: unknown[] = [],
  ): Promise<Row[]> {
    const { rows } = await platform.database.as("supabase_admin", {}, (query) => query<Row>(text, values));
    return rows;
  }

  return {
    get platform() {
      return platform;
    },
    get proxy() {
      return proxy;
    },
    sql,
    /** Folder of an object's versions. */
    folderOf: (key: string): string => join(directory, "storage", "documents", key),
    /** Keys of the objects whose bytes are on disk. */
    async keysOnDisk(bucket = "documents"): Promise<string[]> {
      const root = join(directory, "storage", bucket);
      const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(root, entry.parentPath))
        .sort();
    },
    /** Keys of the files that are marked as purged. */
    async purgedKeys(): Promise<string[]> {
      const rows = await sql<{ object_key: string }>(
        "select object_key from public.files where purged_at is not null order by 1",
      );
      return rows.map(({ object_key: key }) => key);
    },
    /** Files of one request that were uploaded and then removed. */
    async removedFiles(count: number): Promise<Begun[]> {
      const request = await sendRequest(platform);
      const files = await request.addAll(Array.from({ length: count }, () => ({ name: "passport.pdf" })));
      await request.remove(...files);
      return files;
    },
  };
}
