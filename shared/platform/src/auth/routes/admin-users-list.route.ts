import type { Context } from "hono";
import { userJson } from "../accounts/user.model.ts";
import { audience } from "../accounts/user.repository.ts";
import { notEmulated } from "../admin/not-emulated.ts";
import { pageLinks, readPage } from "../admin/page.ts";
import { countUsers, listUsers } from "../admin/user-list.repository.ts";
import type { AuthDeps } from "../auth.deps.ts";
import { inTransaction } from "../in-transaction.ts";

/** `GET /admin/users`: a page of accounts, newest first, without identities and factors. */
export async function getAdminUsers(deps: AuthDeps, c: Context): Promise<Response> {
  const url = new URL(c.req.url);
  for (const name of ["filter", "sort"])
    if (url.searchParams.has(name)) throw notEmulated(`A list of users with \`${name}\``);
  const page = readPage(url.searchParams);
  const { total, users } = await inTransaction(deps, async ({ query }) => ({
    total: await countUsers(query),
    users: await listUsers(query, page),
  }));
  c.header("X-Total-Count", String(total));
  c.header("Link", pageLinks(url, page, total));
  const shown = users.map((user) => Object.assign(userJson(user, [], []), { identities: null }));
  return c.json({ users: shown, aud: audience });
}
