import { Hono } from "hono";
import * as v from "valibot";
import { askFor } from "../ask.ts";
import { insertBucket } from "../bucket.repository.ts";
import { BucketRules, limitOf, typesOf } from "../bucket-rules.ts";
import { requireCaller, type StorageEnv } from "../caller.ts";
import { readJson } from "../json-body.ts";
import { isBucketName } from "../object-key.ts";
import type { StorageParts } from "../parts.ts";
import {
  bucketAlreadyExists,
  featureNotEnabled,
  invalidBucketName,
  StorageError,
} from "../storage.errors.ts";

const Body = v.object({
  name: v.string(),
  id: v.optional(v.string()),
  public: v.optional(v.boolean(), false),
  type: v.optional(v.picklist(["STANDARD", "ANALYTICS"], "must be equal to one of the allowed values")),
  ...BucketRules,
});

/** `POST /bucket` → `{name}`; who may is the INSERT policy of storage.buckets, so in practice the service key. Buckets of tables are off. */
export function createBucketRoute({ database, clock, tokenKeys, settings }: StorageParts) {
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
      const ask = askFor(c, { database, operation: "storage.bucket.create" });
      await ask.asCaller((query) => insertBucket(query, bucket));
    } catch (error) {
      if (error instanceof StorageError && error.body.code === "ResourceAlreadyExists")
        throw bucketAlreadyExists();
      throw error;
    }
    return c.json({ name: body.name });
  });

  return app;
}
