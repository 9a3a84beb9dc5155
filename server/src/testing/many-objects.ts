import { type Platform, startPlatform } from "@sheaf/platform";
import { createClient } from "@supabase/supabase-js";
import { sendRequest } from "./documents.ts";

/** Number of objects of each kind that the worker deletes. */
export interface Due {
  removed: number;
  abandoned: number;
  orphaned: number;
}

export interface FilledPlatform {
  url: string;
  /** Creates this many objects through Storage, and one more that must stay. */
  addObjects(due: Due): Promise<void>;
  objects(): Promise<number>;
  stop(): Promise<void>;
}

const maxConcurrency = 16;
const bytes = Buffer.alloc(2_000, "%PDF-1.7\n");

/** Uses the embedded engine, or a PostgreSQL server if given. */
export async function startFilledPlatform(databaseUrl: string | undefined): Promise<FilledPlatform> {
  const platform = await startPlatform(databaseUrl === undefined ? {} : { databaseUrl });
  return {
    url: platform.url,
    addObjects: (due) => addObjects(platform, due),
    objects: async () => {
      const [row] = await sql<{ count: number }>(
        platform,
        "select count(*)::int as count from storage.objects",
      );
      return row?.count ?? 0;
    },
    stop: () => platform.stop(),
  };
}

async function addObjects(platform: Platform, due: Due): Promise<void> {
  const request = await sendRequest(platform);
  await request.add();
  const left = await sendRequest(platform);
  await begin(platform, request.id, due.removed + due.abandoned);
  await begin(platform, left.id, due.orphaned);
  const keys = await sql<{ object_key: string }>(
    platform,
    "select object_key from public.files where status = 'uploading'",
  );
  const { storage } = createClient(platform.url, platform.serviceKey, { auth: { persistSession: false } });
  const send = async (): Promise<void> => {
    for (let next = keys.pop(); next; next = keys.pop()) {
      const file = { contentType: "application/pdf" };
      const { error } = await storage.from("documents").upload(next.object_key, bytes, file);
      if (error) throw error;
    }
  };
  await Promise.all(Array.from({ length: maxConcurrency }, send));
  await sql(
    platform,
    `update public.files set status = 'removed', removed_at = now(), removed_by = uploaded_by
     where id in (select id from public.files where request_id = $1 and status = 'uploading' limit $2)`,
    [request.id, due.removed],
  );
  await sql(
    platform,
    "update public.files set created_at = now() - interval '2 days' where status = 'uploading'",
  );
  await left.deleteAccount();
}

/** Inserts unfinished uploads directly, more than the limits allow one user. */
async function begin(platform: Platform, request: string, count: number): Promise<void> {
  await sql(
    platform,
    `insert into public.files (item_id, request_id, workspace_id, name, size, mime, uploaded_by)
     select i.id, i.request_id, i.workspace_id, 'a.pdf', $2, 'application/pdf', gen_random_uuid()
     from public.items as i, generate_series(1, $3) where i.request_id = $1`,
    [request, bytes.length, count],
  );
}

async function sql<Row extends Record<string, unknown>>(
  platform: Platform,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const { rows } = await platform.database.as("supabase_admin", {}, (query) => query<Row>(text, values));
  return rows;
}
