import type { Query } from "../../database/database.ts";
import type { UserRow } from "../accounts/user.model.ts";
import type { Page } from "./page.ts";

export async function countUsers(query: Query): Promise<number> {
  const { rows } = await query<{ count: number }>("select count(*)::int as count from auth.users");
  return rows[0]?.count ?? 0;
}

/** Newest first. */
export async function listUsers(query: Query, { page, perPage }: Page): Promise<UserRow[]> {
  const { rows } = await query<UserRow>(
    "select * from auth.users order by created_at desc, id limit $1 offset $2",
    [perPage, (Math.max(page, 1) - 1) * perPage],
  );
  return rows;
}
