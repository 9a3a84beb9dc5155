import type { Query } from "../database/database.ts";

type SortColumn = "name" | "updated_at" | "created_at" | "last_accessed_at";
type SortOrder = "asc" | "desc";

/** One line of a list: an object, or a folder, which has a name only. */
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
  /** A folder with its slash at the end, empty for the bucket itself; upper and lower case are one. */
  folder: string;
  /** How the names within begin. */
  search: string;
  limit: number;
  offset: number;
  column: SortColumn;
  order: SortOrder;
}

/**
 * What one folder holds, names without the folder's. By name, folders stand among the objects; by a time, which they
 * do not have, before them.
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

/** Where a page of `listKeys` ended. */
export type ListCursor = {
  /** Folders come before objects where it is not names that are sorted by. */
  rank: boolean;
  /** The time that is sorted by, as Postgres writes it. */
  at: string;
  name: string;
};

interface KeyListing {
  bucket: string;
  /** How the keys begin, in this very case. */
  prefix: string;
  /** Whether all that lies behind the next slash is one folder. */
  isFolded: boolean;
  limit: number;
  column: "name" | "updated_at" | "created_at";
  order: SortOrder;
  after: ListCursor | undefined;
}

/** Whole keys that begin in some way; a folder's name has its slash at the end. */
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
