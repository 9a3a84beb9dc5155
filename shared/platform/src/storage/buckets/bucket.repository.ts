import type { Query } from "../../database/database.ts";
import { noSuchBucket } from "../storage.errors.ts";

/** A bucket as the API returns it. `file_size_limit` is in bytes; null if only the service's limit applies. */
export type Bucket = {
  id: string;
  name: string;
  owner: string;
  public: boolean;
  type: string;
  file_size_limit: number | null;
  allowed_mime_types: string[] | null;
  created_at: Date;
  updated_at: Date;
};

// float8, because the driver returns bigint as text; limits are far below 2^53.
const columns = `id, name, coalesce(owner::text, '') as owner, public, type,
  file_size_limit::float8 as file_size_limit, allowed_mime_types, created_at, updated_at`;

/** @throws NoSuchBucket if no such bucket is visible to the role. */
export async function findBucket(query: Query, id: string): Promise<Bucket> {
  const { rows } = await query<Bucket>(`select ${columns} from storage.buckets where id = $1`, [id]);
  const [bucket] = rows;
  if (bucket === undefined) throw noSuchBucket();
  return bucket;
}

interface BucketListing {
  limit?: number | undefined;
  offset?: number | undefined;
  /** Part of the name, case-insensitive. */
  search: string;
  sortColumn: "id" | "name" | "created_at" | "updated_at";
  sortOrder: "asc" | "desc";
}

export async function listBuckets(query: Query, listing: BucketListing): Promise<Bucket[]> {
  const { limit = null, offset = 0, search, sortColumn, sortOrder } = listing;
  const { rows } = await query<Bucket>(
    `select ${columns} from storage.buckets where strpos(lower(name), lower($1)) > 0
     order by ${sortColumn} ${sortOrder} limit $2 offset $3`,
    [search, limit, offset],
  );
  return rows;
}

/** Undefined fields are left unchanged. */
type BucketChanges = {
  [Rule in "public" | "file_size_limit" | "allowed_mime_types"]: Bucket[Rule] | undefined;
};

/** Requires SELECT and UPDATE. @throws NoSuchBucket if they allow no row. */
export async function changeBucket(query: Query, id: string, changes: BucketChanges): Promise<void> {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const sets = given.map(([column], index) => `${column} = $${index + 2}`);
  const { rowCount } = await query(
    `update storage.buckets set ${[...sets, "updated_at = now()"].join(", ")} where id = $1 returning id`,
    [id, ...given.map(([, value]) => value)],
  );
  if (rowCount === 0) throw noSuchBucket();
}

export async function holdsObjects(query: Query, id: string): Promise<boolean> {
  return (await query(`select from storage.objects where bucket_id = $1 limit 1`, [id])).rowCount > 0;
}

/** Requires SELECT and DELETE. @throws NoSuchBucket if they allow no row. */
export async function deleteBucket(query: Query, id: string): Promise<void> {
  const { rowCount } = await query(`delete from storage.buckets where id = $1 returning id`, [id]);
  if (rowCount === 0) throw noSuchBucket();
}

export type NewBucket = Pick<Bucket, "id" | "name" | "public" | "file_size_limit" | "allowed_mime_types"> & {
  owner: string;
};

export async function insertBucket(query: Query, bucket: NewBucket): Promise<void> {
  await query(
    `insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
     values ($1, $2, ${ownerUuid("$3")}, nullif($3, ''), $4, $5, $6)`,
    [bucket.id, bucket.name, bucket.owner, bucket.public, bucket.file_size_limit, bucket.allowed_mime_types],
  );
}

/** The legacy `owner` column contains the subject only if that is a UUID. */
export function ownerUuid(placeholder: string): string {
  return `case when ${placeholder} ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${placeholder}::uuid end`;
}
