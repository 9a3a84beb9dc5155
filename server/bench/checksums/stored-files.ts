import { createHash, randomBytes } from "node:crypto";
import { link, mkdir, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Platform } from "@sheaf/platform";
import { createClient } from "@supabase/supabase-js";
import { sendRequest } from "../../src/testing/documents.ts";
import { sql } from "../../src/testing/fill-outbox.ts";

/** Bytes of each file. */
export const fileSize = 5_000_000;

/**
 * Stores files of one request. Their bytes are those of one upload, under many names, so that a thousand fit on any disk.
 *
 * @param directory of the platform. @returns the objects' keys.
 */
export async function storeFiles(platform: Platform, directory: string, count: number): Promise<string[]> {
  const request = await sendRequest(platform);
  const bytes = randomBytes(fileSize);
  const { object_key: first } = await request.begin();
  const { database } = platform;
  await sql(database, "update public.files set size = $1", [fileSize]);
  const { storage } = createClient(platform.url, platform.serviceKey, { auth: { persistSession: false } });
  const { error } = await storage.from("documents").upload(first, bytes, { contentType: "application/pdf" });
  if (error) throw error;
  const folder = join(directory, "storage", "documents");
  const [version = ""] = await readdir(join(folder, first));
  await database.as("supabase_admin", { session_replication_role: "replica" }, async (query) => {
    await query(
      `insert into public.files (
         item_id, request_id, workspace_id, name, size, mime, sha256, object_version, status, uploaded_by, stored_at
       )
       select item_id, request_id, workspace_id, 'file-' || n || '.pdf', size, mime, $1, $2, 'stored', uploaded_by, now()
       from public.files, generate_series(1, $3::integer) as n`,
      [createHash("sha256").update(bytes).digest("hex"), version, count],
    );
    await query(
      `insert into storage.objects (bucket_id, name, version, metadata)
       select o.bucket_id, f.object_key, o.version, o.metadata
       from storage.objects as o, public.files as f where f.status = 'stored'`,
    );
  });
  const rows = await sql<{ object_key: string }>(
    database,
    "select object_key from public.files where status = 'stored'",
  );
  const keys = rows.map(({ object_key: key }) => key);
  for (const key of keys) {
    const place = join(folder, key, version);
    await mkdir(dirname(place), { recursive: true });
    await link(join(folder, first, version), place);
  }
  return keys;
}

/** Marks every file as unchecked. */
export const forgetChecks = (platform: Platform): Promise<unknown> =>
  sql(
    platform.database,
    "update public.files set checked_sha256 = null, checked_size = null, checked_at = null where checked_at is not null",
  );

export async function countVerified(platform: Platform): Promise<number> {
  const [row] = await sql<{ count: number }>(
    platform.database,
    "select count(*)::int as count from public.files where checked_at is not null and not damaged",
  );
  return row?.count ?? 0;
}
