import type { Context } from "hono";
import { audienceOf } from "../accounts/audience.ts";
import { pageLinks, readPage } from "../admin/page.ts";
import { countUsers, listUsers, type UserList } from "../admin/user-list.repository.ts";
import type { AuthDeps } from "../auth.deps.ts";
import { inTransaction } from "../in-transaction.ts";
import { validationFailed } from "../auth.errors.ts";
import { userJson } from "../accounts/user.model.ts";

/** `GET /admin/users`: a page of accounts, newest first, without identities and factors. */
export async function getAdminUsers(deps: AuthDeps, c: Context): Promise<Response> {
  const url = new URL(c.req.url);
  const list: UserList = {
    aud: audienceOf(c),
    direction: readDirection(url.searchParams.get("sort")),
    filter: url.searchParams.get("filter") ?? "",
    page: readPage(url.searchParams),
  };
  const { total, users } = await inTransaction(deps, async ({ query }) => ({
    total: await countUsers(query, list),
    users: await listUsers(query, list),
  }));
  c.header("X-Total-Count", String(total));
  c.header("Link", pageLinks(url, list.page, total));
  const shown = users.map((user) => Object.assign(userJson(user, [], []), { identities: null }));
  return c.json({ users: shown, aud: list.aud });
}

function readDirection(sort: string | null): UserList["direction"] {
  if (sort === null) return "desc";
  const [, field = "", , direction = "desc"] = /^(\S*)( (.*))?$/s.exec(sort) ?? [];
  if (field !== "created_at") throw validationFailed(`Bad Sort Parameters: bad field for sort '${field}'`);
  const lower = direction.toLowerCase();
  if (lower === "asc" || lower === "desc") return lower;
  throw validationFailed(
    `Bad Sort Parameters: bad direction for sort '${direction}', only 'asc' and 'desc' allowed`,
  );
}
