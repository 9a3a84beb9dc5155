import type { Query } from "../../database/database.ts";

type SortColumn = "name" | "updated_at" | "created_at" | "last_accessed_at";
type SortOrder = "asc" | "desc";

/** A list entry: an object, or a folder, which has only a name. */
export type ListEntry = {
  name: string;
  id: string | null;
  updated_at: Date | null;
  created_at: Date | null;
  last_accessed_at: Date | null;
  metadata: unknown;
};

interface Listing {
  bucket: string;
  /** Folder with a trailing slash, empty for the bucket's root; case-insensitive. */
  folder: string;
  /** Prefix of the names in the folder. */
  search: string;
  limit: number;
  offset: number;
  column: SortColumn;
  order: SortOrder;
}

/**
 * Lists a folder, with names relative to it. Sorted by name, folders and objects are mixed; sorted by a time, which
 * folders don't have, folders come first.
 */
export async function listFolder(query: Query, listing: Listing): Promise<ListEntry[]> {
  const { bucket, folder, search, limit, offset, column, order } = listing;
  const byColumn = column === "name" ? "" : `id is not null, ${column} ${order},`;
  const { rows } = await query<ListEntry>(
    `with seen as (
       select o.*, strpos(substr(o.name, length($2 || $3) + 1), '/') as slash
       from storage.objects as o
       where o.bucket_id = $1 and starts_with(lower(o.name), lower($2 || $3))
     ),
     folders as (
       select distinct on (lower(left(name, length($2 || $3) + slash)) collate "C")
         left(name, length($2 || $3) + slash) as name
       from seen where slash > 0
       order by lower(left(name, length($2 || $3) + slash)) collate "C", name collate "C"
     ),
     entries as (
       select name, null::uuid as id, null::timestamptz as updated_at, null::timestamptz as created_at,
         null::timestamptz as last_accessed_at, null::jsonb as metadata
       from folders
       union all
       select name, id, updated_at, created_at, last_accessed_at, metadata from seen where slash = 0
     )
     select rtrim(substr(name, length($2) + 1), '/') as name, id, updated_at, created_at, last_accessed_at, metadata
     from entries
     order by ${byColumn} lower(name) collate "C" ${order}
     limit $4 offset $5`,
    [bucket, folder, search, limit, offset],
  );
  return rows;
}

/** Last entry of a page of `listKeys`. */
export type ListCursor = {
  /** False for folders, which come before objects unless sorted by name. */
  rank: boolean;
  /** The time sorted by, in Postgres' format. */
  at: string;
  name: string;
};

interface KeyListing {
  bucket: string;
  /** Prefix of the keys, case-sensitive. */
  prefix: string;
  /** Groups keys by the part before the next slash. */
  isFolded: boolean;
  limit: number;
  column: "name" | "updated_at" | "created_at";
  order: SortOrder;
  after: ListCursor | undefined;
}

/** Lists full keys with a prefix; folders have a trailing slash. */
export async function listKeys(query: Query, listing: KeyListing): Promise<(ListEntry & ListCursor)[]> {
  const { bucket, prefix, isFolded, limit, column, order, after } = listing;
  const position =
    column === "name"
      ? `true as rank, '-infinity'::timestamptz as moment`
      : `id is not null as rank, coalesce(${column}, '-infinity') as moment`;
  const { rows } = await query<ListEntry & ListCursor>(
    `with seen as (
       select o.*, case when $3 then strpos(substr(o.name, length($2) + 1), '/') else 0 end as slash
       from storage.objects as o
       where o.bucket_id = $1 and starts_with(o.name, $2)
     ),
     entries as (
       select distinct left(name, length($2) + slash) as name, null::uuid as id, null::timestamptz as updated_at,
         null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
       from seen where slash > 0
       union all
       select name, id, updated_at, created_at, last_accessed_at, metadata from seen where slash = 0
     ),
     placed as (select *, ${position} from entries)
     select *, moment::text as at from placed
     where $4::text is null or (rank, moment, name collate "C")
       ${order === "asc" ? ">" : "<"} ($5::boolean, $6::timestamptz, $4 collate "C")
     order by rank ${order}, moment ${order}, name collate "C" ${order}
     limit $7`,
    [bucket, prefix, isFolded, after?.name ?? null, after?.rank ?? null, after?.at ?? null, limit],
  );
  return rows;
}
