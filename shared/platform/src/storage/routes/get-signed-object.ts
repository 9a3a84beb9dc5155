import { Hono } from "hono";
import { requestDatabase } from "../access/request-database.ts";
import type { StorageEnv } from "../access/caller.ts";
import { findObject } from "../objects/object.repository.ts";
import type { StorageDeps } from "../storage.deps.ts";
import { requiredQuery } from "../http/query.ts";
import { serveObject } from "../http/serve-object.ts";
import { createUrlSigner } from "../access/signed-url.ts";

/** `GET` and `HEAD /object/sign/{bucket}/{key}?token=`: an object by its signed URL, until that expires. */
export function getSignedObjectRoute({ database, clock, tokenKeys, disk, settings }: StorageDeps) {
  const signer = createUrlSigner({ clock, tokenKeys, settings });
  const app = new Hono<StorageEnv>();

  app.get("/object/sign/:bucket/:key{.+}", async (c) => {
    const name = c.req.param();
    const expires = await signer.verifyDownload(requiredQuery(c.req, "token"), name);
    const db = requestDatabase(c, { database, operation: "storage.object.get_signed" });
    const object = await db.asService((query) => findObject(query, name));
    return serveObject(c, { disk, object, expires });
  });

  return app;
}
