import type { Context } from "hono";
import { pageLinks, readPage } from "../admin/page.ts";
import { validationFailed } from "../auth.errors.ts";

const scopes = new Set(["author", "action", "type"]);

/** `GET /admin/audit`: always empty, because this platform writes no audit log. */
export function getAudit(c: Context): Response {
  const url = new URL(c.req.url);
  const page = readPage(url.searchParams);
  const query = url.searchParams.get("query") ?? "";
  const [scope = "", value] = query.split(/:(.*)/s);
  if (query !== "" && (value === undefined || !scopes.has(scope))) {
    throw validationFailed(`Invalid query scope: ${query}`);
  }
  c.header("X-Total-Count", "0");
  c.header("Link", pageLinks(url, page, 0));
  return c.json([]);
}
