import type { Query } from "../../database/database.ts";
import { ownerUuid } from "../buckets/bucket.repository.ts";
import { noSuchKey } from "../storage.errors.ts";

/** Metadata of stored bytes. `eTag` is quoted, sizes are in bytes, `lastModified` is an ISO date. */
export type ObjectMetadata = {
  eTag: string;
  size: number;
  mimetype: string;
  cacheControl: string;
  lastModified: string;
  contentLength: number;
  httpStatusCode: number;
  xRobotsTag?: string;
};

export type StoredObject = {
  id: string;
  name: string;
  bucket_id: string;
  owner: string | null;
  owner_id: string | null;
  version: string | null;
  metadata: ObjectMetadata | null;
  user_metadata: Record<string, unknown> | null;
  created_at: Date;
  updated_at: Date;
  last_accessed_at: Date;
};

export interface ObjectName {
  bucket: string;
  key: string;
}

export interface NewObject extends ObjectName {
  /** The uploader's `sub`; empty if none. */
  owner: string;
  version: string;
  /** In a probe, the announced metadata; null if none. */
  metadata: ObjectMetadata | { mimetype: string; contentLength: number | undefined } | null;
  userMetadata: unknown;
}

const columns = `id, name, bucket_id, owner, owner_id, version, metadata, user_metadata,
  created_at, updated_at, last_accessed_at`;

/** @throws NoSuchKey if no such object is visible to the role. */
export async function findObject(query: Query, { bucket, key }: ObjectName): Promise<StoredObject> {
  const { rows } = await query<StoredObject>(
    `select ${columns} from storage.objects where bucket_id = $1 and name = $2`,
    [bucket, key],
  );
  const [object] = rows;
  if (object === undefined) throw noSuchKey();
  return object;
}

const insert = `insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata, user_metadata)
  values ($1, $2, ${ownerUuid("$3")}, nullif($3, ''), $4, $5, $6)`;

/** Requires only the INSERT policy: without RETURNING, the row doesn't have to be readable. */
export async function insertObject(query: Query, object: NewObject): Promise<void> {
  await query(insert, valuesOf(object));
}

/** Requires INSERT, SELECT and UPDATE, even for a new name, because of ON CONFLICT and RETURNING. */
export async function upsertObject(query: Query, object: NewObject): Promise<StoredObject> {
  const { rows } = await query<StoredObject>(
    `${insert}
     on conflict (name, bucket_id) do update set owner = excluded.owner, owner_id = excluded.owner_id,
       version = excluded.version, metadata = excluded.metadata, user_metadata = excluded.user_metadata
     returning ${columns}`,
    valuesOf(object),
  );
  const [row] = rows;
  if (row === undefined) throw noSuchKey();
  return row;
}

/** True if the object has this version. */
export async function hasVersion(query: Query, object: ObjectName & { version: string }): Promise<boolean> {
  const { rowCount } = await query(
    `select from storage.objects where bucket_id = $1 and name = $2 and version = $3`,
    [object.bucket, object.key, object.version],
  );
  return rowCount > 0;
}

/**
 * Locks a name for the transaction and returns its current version, or null. The lock is advisory, because simultaneous
 * uploads of a new name have no row to lock yet.
 */
export async function lockObject(query: Query, { bucket, key }: ObjectName): Promise<string | null> {
  await query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`${bucket}/${key}`]);
  const { rows } = await query<{ version: string }>(
    `select version from storage.objects where bucket_id = $1 and name = $2 for update`,
    [bucket, key],
  );
  return rows[0]?.version ?? null;
}

/** Current version of a name, or null. */
export async function findVersion(query: Query, { bucket, key }: ObjectName): Promise<string | null> {
  const { rows } = await query<{ version: string }>(
    `select version from storage.objects where bucket_id = $1 and name = $2`,
    [bucket, key],
  );
  return rows[0]?.version ?? null;
}

/** Subset of `keys` that is visible to the role. */
export async function visibleKeys(query: Query, bucket: string, keys: string[]): Promise<Set<string>> {
  const { rows } = await query<{ name: string }>(
    `select name from storage.objects where bucket_id = $1 and name = any($2::text[])`,
    [bucket, keys],
  );
  return new Set(rows.map(({ name }) => name));
}

/** Requires SELECT and UPDATE, which is checked for the old and the new row. */
export async function renameObject(
  query: Query,
  from: ObjectName,
  to: ObjectName & { owner: string; version: string },
): Promise<void> {
  const { rowCount } = await query(
    `update storage.objects
     set bucket_id = $3, name = $4, version = $5, owner = ${ownerUuid("$6")}, owner_id = nullif($6, '')
     where bucket_id = $1 and name = $2 returning id`,
    [from.bucket, from.key, to.bucket, to.key, to.version, to.owner],
  );
  if (rowCount === 0) throw noSuchKey();
}

/** Up to `limit` keys of a bucket that are visible to the role. */
export async function someKeys(query: Query, bucket: string, limit: number): Promise<string[]> {
  const { rows } = await query<{ name: string }>(
    `select name from storage.objects where bucket_id = $1 order by name limit $2`,
    [bucket, limit],
  );
  return rows.map(({ name }) => name);
}

/** Deletes the objects of `keys` that the role may see and delete, and ignores the others. */
export async function deleteObjects(query: Query, bucket: string, keys: string[]): Promise<StoredObject[]> {
  const { rows } = await query<StoredObject>(
    `delete from storage.objects where bucket_id = $1 and name = any($2::text[]) returning ${columns}`,
    [bucket, keys],
  );
  return rows;
}

function valuesOf(object: NewObject): unknown[] {
  const userMetadata = object.userMetadata === undefined ? null : JSON.stringify(object.userMetadata);
  const metadata = object.metadata && JSON.stringify(object.metadata);
  return [object.bucket, object.key, object.owner, object.version, metadata, userMetadata];
}
