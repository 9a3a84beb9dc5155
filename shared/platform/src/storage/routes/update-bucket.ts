import { Hono } from "hono";
import * as v from "valibot";
import { askFor } from "../ask.ts";
import { changeBucket } from "../bucket.repository.ts";
import { BucketRules, limitOf, typesOf } from "../bucket-rules.ts";
import { requireCaller, type StorageEnv } from "../caller.ts";
import { readJson } from "../json-body.ts";
import type { StorageParts } from "../parts.ts";

const Body = v.object({ public: v.optional(v.boolean()), ...BucketRules });

/** `PUT /bucket/{id}`: changes what is named and leaves the rest; `null` takes a limit away. */
export function updateBucketRoute({ database, clock, tokenKeys, settings }: StorageParts) {
  const app = new Hono<StorageEnv>();

  app.put("/bucket/:id", requireCaller({ clock, tokenKeys }), async (c) => {
    const body = await readJson(c.req, Body);
    const changes = {
      public: body.public,
      file_size_limit: limitOf(body, settings),
      allowed_mime_types: typesOf(body),
    };
    const ask = askFor(c, { database, operation: "storage.bucket.update" });
    await ask.asCaller((query) => changeBucket(query, c.req.param("id"), changes));
    return c.json({ message: "Successfully updated" });
  });

  return app;
}
