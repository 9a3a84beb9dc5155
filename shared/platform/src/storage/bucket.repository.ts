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

export async function listBuckets(query: Query): Promise<Bucket[]> {
  return (await query<Bucket>(`select ${columns} from storage.buckets order by name`)).rows;
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
