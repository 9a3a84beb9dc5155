import type { Query } from "../database/database.ts";
import { noSuchBucket } from "./storage.errors.ts";

/** A bucket as the API shows it; `file_size_limit` in bytes, null when only the service's own limit holds. */
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

// float8, because the driver hands a bigint over as text, and no limit comes near 2^53.
const columns = `id, name, coalesce(owner::text, '') as owner, public, type,
  file_size_limit::float8 as file_size_limit, allowed_mime_types, created_at, updated_at`;

/** Throws NoSuchBucket when the asking role sees none. */
export async function findBucket(query: Query, id: string): Promise<Bucket> {
  const { rows } = await query<Bucket>(`select ${columns} from storage.buckets where id = $1`, [id]);
  const [bucket] = rows;
  if (bucket === undefined) throw noSuchBucket();
  return bucket;
}

interface BucketListing {
  limit?: number | undefined;
  offset?: number | undefined;
  /** A part of the name, in any case. */
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

/** What is undefined stays as it is. */
type BucketChanges = {
  [Rule in "public" | "file_size_limit" | "allowed_mime_types"]: Bucket[Rule] | undefined;
};

/** Needs SELECT and UPDATE; throws NoSuchBucket where they show none. */
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

/** Needs SELECT and DELETE; throws NoSuchBucket where they show none. */
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

/** The legacy `owner` column holds the subject only where that is a UUID. */
export function ownerUuid(placeholder: string): string {
  return `case when ${placeholder} ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${placeholder}::uuid end`;
}
