import { Hono } from "hono";
import * as v from "valibot";
import { requestDatabase } from "../access/request-database.ts";
import { insertBucket } from "../buckets/bucket.repository.ts";
import { BucketRules, limitOf, typesOf } from "../buckets/bucket-rules.ts";
import { requireCaller, type StorageEnv } from "../access/caller.ts";
import { readJson } from "../http/json-body.ts";
import { Flag, Text } from "../http/json-fields.ts";
import { isBucketName } from "../objects/object-key.ts";
import type { StorageDeps } from "../storage.deps.ts";
import {
  bucketAlreadyExists,
  featureNotEnabled,
  invalidBucketName,
  StorageError,
} from "../storage.errors.ts";

const Body = v.object({
  name: Text,
  id: v.optional(Text),
  public: v.optional(Flag, false),
  type: v.optional(v.picklist(["STANDARD", "ANALYTICS"], "must be equal to one of the allowed values")),
  ...BucketRules,
});

/** `POST /bucket` → `{name}`. Requires the INSERT policy on storage.buckets, in practice the service key. Analytics buckets are disabled. */
export function createBucketRoute({ database, clock, tokenKeys, settings }: StorageDeps) {
  const app = new Hono<StorageEnv>();

  app.post("/bucket", requireCaller({ clock, tokenKeys }), async (c) => {
    const body = await readJson(c.req, Body);
    if (body.type === "ANALYTICS") throw featureNotEnabled();
    const id = body.id ?? body.name;
    if (!isBucketName(id) || !isBucketName(body.name)) throw invalidBucketName();
    const bucket = {
      id,
      name: body.name,
      owner: c.get("caller")?.subject ?? "",
      public: body.public,
      file_size_limit: limitOf(body, settings) ?? null,
      allowed_mime_types: typesOf(body) ?? null,
    };

    try {
      const db = requestDatabase(c, { database, operation: "storage.bucket.create" });
      await db.asCaller((query) => insertBucket(query, bucket));
    } catch (error) {
      if (error instanceof StorageError && error.body.code === "ResourceAlreadyExists")
        throw bucketAlreadyExists();
      throw error;
    }
    return c.json({ name: body.name });
  });

  return app;
}
