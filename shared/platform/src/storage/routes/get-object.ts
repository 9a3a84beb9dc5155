import { type Context, Hono } from "hono";
import { askFor } from "../ask.ts";
import { readCaller, requireCaller, type StorageEnv } from "../caller.ts";
import { findReadable } from "../find-readable.ts";
import { assertKey } from "../object-key.ts";
import type { StorageParts } from "../parts.ts";
import { serveObject } from "../serve-object.ts";

/**
 * `GET` and `HEAD /object/authenticated/{bucket}/{key}`, and the same without `authenticated`, which is what
 * the official client's download asks.
 */
export function getObjectRoute({ database, clock, tokenKeys, disk }: StorageParts) {
  const app = new Hono<StorageEnv>();

  const answer = async (c: Context<StorageEnv>) => {
    const name = { bucket: c.req.param("bucket") ?? "", key: c.req.param("key") ?? "" };
    assertKey(name.key);
    // The router hands HEAD to GET's handlers; policies can tell the two apart.
    const operation =
      c.req.method === "HEAD" ? "object.head_authenticated_info" : "storage.object.get_authenticated";
    const isKnown = c.get("caller") !== undefined;
    const object = await findReadable(askFor(c, { database, operation }), { name, isKnown });
    return serveObject(c, { disk, object });
  };

  app.get("/object/authenticated/:bucket/:key{.+}", requireCaller({ clock, tokenKeys }), answer);
  app.get("/object/:bucket/:key{.+}", readCaller({ clock, tokenKeys }), answer);
  return app;
}
