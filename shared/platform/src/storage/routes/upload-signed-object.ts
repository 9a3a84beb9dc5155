import { Hono } from "hono";
import { askFor } from "../ask.ts";
import type { StorageEnv } from "../caller.ts";
import type { StorageParts } from "../parts.ts";
import { neededQuery } from "../query.ts";
import { receiveObject } from "../receive-object.ts";
import { createUrlSigner } from "../signed-url.ts";
import { assertFree } from "../store-object.ts";

/**
 * `PUT /object/upload/sign/{bucket}/{key}?token=`, body as in an upload → `{Key}`. The token is the right: rights were
 * asked when it was made, and the object is its asker's.
 */
export function uploadSignedObjectRoute(parts: StorageParts) {
  const signer = createUrlSigner(parts);
  const app = new Hono<StorageEnv>();

  app.put("/object/upload/sign/:bucket/:key{.+}", async (c) => {
    const name = c.req.param();
    const { owner, upsert } = await signer.verifyUpload(neededQuery(c.req, "token"), name);
    const ask = askFor(c, { database: parts.database, operation: "storage.object.upload_signed" });
    await receiveObject(c.req.raw, parts, {
      name,
      owner,
      isUpsert: upsert,
      ask,
      admit: async () => (upsert ? undefined : assertFree(ask, name)),
    });
    return c.json({ Key: `${name.bucket}/${name.key}` });
  });

  return app;
}
