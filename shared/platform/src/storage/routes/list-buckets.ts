import { Hono } from "hono";
import * as v from "valibot";
import { requestDatabase } from "../access/request-database.ts";
import { listBuckets } from "../buckets/bucket.repository.ts";
import { requireCaller, type StorageEnv } from "../access/caller.ts";
import type { StorageDeps } from "../storage.deps.ts";
import { WholeNumber } from "../http/json-fields.ts";
import { readQuery } from "../http/query.ts";

const Query = v.object({
  limit: v.optional(WholeNumber(1)),
  offset: v.optional(WholeNumber(0)),
  search: v.optional(v.string(), ""),
  sortColumn: v.optional(v.picklist(["id", "name", "created_at", "updated_at"]), "name"),
  sortOrder: v.optional(v.picklist(["asc", "desc"]), "asc"),
});

/** `GET /bucket`: the buckets that the caller's policies allow, sorted by name by default. */
export function listBucketsRoute({ database, clock, tokenKeys }: StorageDeps) {
  const app = new Hono<StorageEnv>();

  app.get("/bucket", requireCaller({ clock, tokenKeys }), async (c) => {
    const listing = readQuery(c.req, Query);
    const db = requestDatabase(c, { database, operation: "storage.bucket.list" });
    return c.json(await db.asCaller((query) => listBuckets(query, listing)));
  });

  return app;
}
