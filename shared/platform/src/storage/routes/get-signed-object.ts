import { Hono } from "hono";
import { askFor } from "../ask.ts";
import type { StorageEnv } from "../caller.ts";
import { findObject } from "../object.repository.ts";
import type { StorageParts } from "../parts.ts";
import { neededQuery } from "../query.ts";
import { serveObject } from "../serve-object.ts";
import { createUrlSigner } from "../signed-url.ts";

/** `GET` and `HEAD /object/sign/{bucket}/{key}?token=`: an object to whoever has its address, until that expires. */
export function getSignedObjectRoute({ database, clock, tokenKeys, disk }: StorageParts) {
  const signer = createUrlSigner({ clock, tokenKeys });
  const app = new Hono<StorageEnv>();

  app.get("/object/sign/:bucket/:key{.+}", async (c) => {
    const name = c.req.param();
    const expires = await signer.verifyDownload(neededQuery(c.req, "token"), name);
    const ask = askFor(c, { database, operation: "storage.object.get_signed" });
    const object = await ask.asService((query) => findObject(query, name));
    return serveObject(c, { disk, object, expires });
  });

  return app;
}
