import { Hono } from "hono";
import * as v from "valibot";
import { askFor } from "../ask.ts";
import { listBuckets } from "../bucket.repository.ts";
import { requireCaller, type StorageEnv } from "../caller.ts";
import type { StorageParts } from "../parts.ts";
import { readQuery } from "../query.ts";

const Count = v.pipe(v.string(), v.regex(/^\d+$/, "must be integer"), v.transform(Number));

const Query = v.object({
  limit: v.optional(Count),
  offset: v.optional(Count),
  search: v.optional(v.string(), ""),
  sortColumn: v.optional(v.picklist(["id", "name", "created_at", "updated_at"]), "name"),
  sortOrder: v.optional(v.picklist(["asc", "desc"]), "asc"),
});

/** `GET /bucket`: the buckets the caller's policies show, by name unless asked for in another order. */
export function listBucketsRoute({ database, clock, tokenKeys }: StorageParts) {
  const app = new Hono<StorageEnv>();

  app.get("/bucket", requireCaller({ clock, tokenKeys }), async (c) => {
    const listing = readQuery(c.req, Query);
    const ask = askFor(c, { database, operation: "storage.bucket.list" });
    return c.json(await ask.asCaller((query) => listBuckets(query, listing)));
  });

  return app;
}
