import { Hono } from "hono";
import * as v from "valibot";
import { requestDatabase } from "../access/request-database.ts";
import { requireCaller, type StorageEnv } from "../access/caller.ts";
import { readJson } from "../http/json-body.ts";
import { listFolder } from "../objects/list.repository.ts";
import { Order, Text, WholeNumber } from "../http/json-fields.ts";
import type { StorageDeps } from "../storage.deps.ts";

const maxRows = 1500;

const Body = v.object({
  prefix: Text,
  limit: v.optional(WholeNumber(1), 100),
  offset: v.optional(WholeNumber(0), 0),
  search: v.optional(Text, ""),
  sortBy: v.optional(
    v.object({
      column: v.optional(v.picklist(["name", "updated_at", "created_at", "last_accessed_at"]), "name"),
      order: v.optional(Order, "asc"),
    }),
    {},
  ),
});

/** `POST /object/list/{bucket}`: a folder's entries, limited by the caller's policies. */
export function listObjectsRoute({ database, clock, tokenKeys }: StorageDeps) {
  const app = new Hono<StorageEnv>();

  app.post("/object/list/:bucket", requireCaller({ clock, tokenKeys }), async (c) => {
    const { bucket } = c.req.param();
    const { prefix, limit, offset, search, sortBy } = await readJson(c.req, Body);
    const folder = prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`;
    const db = requestDatabase(c, { database, operation: "storage.object.list" });
    const listing = { bucket, folder, search, offset, limit: Math.min(limit, maxRows), ...sortBy };
    return c.json(await db.asCaller((query) => listFolder(query, listing)));
  });

  return app;
}
