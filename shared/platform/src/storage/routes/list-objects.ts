import { Hono } from "hono";
import * as v from "valibot";
import { askFor } from "../ask.ts";
import { requireCaller, type StorageEnv } from "../caller.ts";
import { readJson } from "../json-body.ts";
import { listFolder } from "../list.repository.ts";
import { Count, Order } from "../list-body.ts";
import type { StorageParts } from "../parts.ts";

const mostRows = 1500;

const Body = v.object({
  prefix: v.string("must be string"),
  limit: v.optional(Count(1), 100),
  offset: v.optional(Count(0), 0),
  search: v.optional(v.string(), ""),
  sortBy: v.optional(
    v.object({
      column: v.optional(v.picklist(["name", "updated_at", "created_at", "last_accessed_at"]), "name"),
      order: v.optional(Order, "asc"),
    }),
    {},
  ),
});

/** `POST /object/list/{bucket}`: one folder's content, as far as the caller's policies show it. */
export function listObjectsRoute({ database, clock, tokenKeys }: StorageParts) {
  const app = new Hono<StorageEnv>();

  app.post("/object/list/:bucket", requireCaller({ clock, tokenKeys }), async (c) => {
    const { bucket } = c.req.param();
    const { prefix, limit, offset, search, sortBy } = await readJson(c.req, Body);
    const folder = prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`;
    const ask = askFor(c, { database, operation: "storage.object.list" });
    const listing = { bucket, folder, search, offset, limit: Math.min(limit, mostRows), ...sortBy };
    return c.json(await ask.asCaller((query) => listFolder(query, listing)));
  });

  return app;
}
