import { Hono } from "hono";
import * as v from "valibot";
import { requestDatabase } from "../access/request-database.ts";
import { changeBucket } from "../buckets/bucket.repository.ts";
import { BucketRules, limitOf, typesOf } from "../buckets/bucket-rules.ts";
import { requireCaller, type StorageEnv } from "../access/caller.ts";
import { readJson } from "../http/json-body.ts";
import { Flag } from "../http/json-fields.ts";
import type { StorageDeps } from "../storage.deps.ts";

const Body = v.pipe(
  v.object({ public: v.optional(Flag), ...BucketRules }),
  v.check((body) => Object.keys(body).length > 0, "must NOT have fewer than 1 properties"),
);

/** `PUT /bucket/{id}`: changes the given fields only; `null` removes a limit. */
export function updateBucketRoute({ database, clock, tokenKeys, settings }: StorageDeps) {
  const app = new Hono<StorageEnv>();

  app.put("/bucket/:id", requireCaller({ clock, tokenKeys }), async (c) => {
    const body = await readJson(c.req, Body);
    const changes = {
      public: body.public,
      file_size_limit: limitOf(body, settings),
      allowed_mime_types: typesOf(body),
    };
    const db = requestDatabase(c, { database, operation: "storage.bucket.update" });
    await db.asCaller((query) => changeBucket(query, c.req.param("id"), changes));
    return c.json({ message: "Successfully updated" });
  });

  return app;
}
