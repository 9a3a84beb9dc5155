import type { Query } from "../../database/database.ts";
import type { UserRow } from "../accounts/user.model.ts";
import type { Page } from "./page.ts";

export interface UserList {
  aud: string;
  /** Matches part of an address (case-sensitive) or of `full_name` (case-insensitive); empty matches everyone. */
  filter: string;
  /** Sorted by creation time. */
  direction: "asc" | "desc";
  page: Page;
}

const matchesList = `instance_id = '00000000-0000-0000-0000-000000000000' and aud = $1
  and ($2 = '' or email like '%' || $2 || '%' or raw_user_meta_data ->> 'full_name' ilike '%' || $2 || '%')`;

export async function countUsers(query: Query, { aud, filter }: UserList): Promise<number> {
  const { rows } = await query<{ count: number }>(
    `select count(*)::int as count from auth.users where ${matchesList}`,
    [aud, filter],
  );
  return rows[0]?.count ?? 0;
}

export async function listUsers(query: Query, list: UserList): Promise<UserRow[]> {
  const { page, perPage } = list.page;
  const { rows } = await query<UserRow>(
    `select * from auth.users where ${matchesList} order by created_at ${list.direction}, id limit $3 offset $4`,
    [list.aud, list.filter, perPage, (Math.max(page, 1) - 1) * perPage],
  );
  return rows;
}
