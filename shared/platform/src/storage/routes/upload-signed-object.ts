import { Hono } from "hono";
import { requestDatabase } from "../access/request-database.ts";
import type { StorageEnv } from "../access/caller.ts";
import type { StorageDeps } from "../storage.deps.ts";
import { requiredQuery } from "../http/query.ts";
import { receiveObject } from "../objects/receive-object.ts";
import { createUrlSigner } from "../access/signed-url.ts";
import { assertFree } from "../objects/store-object.ts";

/**
 * `PUT /object/upload/sign/{bucket}/{key}?token=`, body as in an upload → `{Key}`. The token is the permission,
 * which was checked when it was issued; the object's owner is the user who requested it.
 */
export function uploadSignedObjectRoute(deps: StorageDeps) {
  const signer = createUrlSigner(deps);
  const app = new Hono<StorageEnv>();

  app.put("/object/upload/sign/:bucket/:key{.+}", async (c) => {
    const name = c.req.param();
    const { owner, upsert } = await signer.verifyUpload(requiredQuery(c.req, "token"), name);
    const db = requestDatabase(c, { database: deps.database, operation: "storage.object.upload_signed" });
    await receiveObject(c.req.raw, deps, {
      name,
      owner,
      isUpsert: upsert,
      db,
      authorize: async () => (upsert ? undefined : assertFree(db, name)),
    });
    return c.json({ Key: `${name.bucket}/${name.key}` });
  });

  return app;
}
