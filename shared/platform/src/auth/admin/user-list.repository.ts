import type { Query } from "../../database/database.ts";
import type { UserRow } from "../user.model.ts";
import type { Page } from "./page.ts";

export interface UserList {
  aud: string;
  /** Part of an address, in its case, or of `full_name` in any; empty for everyone. */
  filter: string;
  /** By when they were made. */
  direction: "asc" | "desc";
  page: Page;
}

const wanted = `instance_id = '00000000-0000-0000-0000-000000000000' and aud = $1
  and ($2 = '' or email like '%' || $2 || '%' or raw_user_meta_data ->> 'full_name' ilike '%' || $2 || '%')`;

export async function countUsers(query: Query, { aud, filter }: UserList): Promise<number> {
  const { rows } = await query<{ count: number }>(
    `select count(*)::int as count from auth.users where ${wanted}`,
    [aud, filter],
  );
  return rows[0]?.count ?? 0;
}

export async function listUsers(query: Query, list: UserList): Promise<UserRow[]> {
  const { page, perPage } = list.page;
  const { rows } = await query<UserRow>(
    `select * from auth.users where ${wanted} order by created_at ${list.direction}, id limit $3 offset $4`,
    [list.aud, list.filter, perPage, (Math.max(page, 1) - 1) * perPage],
  );
  return rows;
}
