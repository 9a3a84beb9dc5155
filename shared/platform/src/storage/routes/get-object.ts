import { type Context, Hono } from "hono";
import { requestDatabase } from "../access/request-database.ts";
import { readCaller, requireCaller, type StorageEnv } from "../access/caller.ts";
import { findReadable } from "../objects/find-readable.ts";
import { assertKey } from "../objects/object-key.ts";
import type { StorageDeps } from "../storage.deps.ts";
import { serveObject } from "../http/serve-object.ts";

/**
 * `GET` and `HEAD /object/authenticated/{bucket}/{key}`, and the same without `authenticated`, which the
 * official client's download uses.
 */
export function getObjectRoute({ database, clock, tokenKeys, disk }: StorageDeps) {
  const app = new Hono<StorageEnv>();

  const handler = async (c: Context<StorageEnv>) => {
    const name = { bucket: c.req.param("bucket") ?? "", key: c.req.param("key") ?? "" };
    assertKey(name.key);
    // The router passes HEAD to handlers of GET, but policies distinguish them.
    const operation =
      c.req.method === "HEAD" ? "object.head_authenticated_info" : "storage.object.get_authenticated";
    const isKnown = c.get("caller") !== undefined;
    const object = await findReadable(requestDatabase(c, { database, operation }), { name, isKnown });
    return serveObject(c, { disk, object });
  };

  app.get("/object/authenticated/:bucket/:key{.+}", requireCaller({ clock, tokenKeys }), handler);
  app.get("/object/:bucket/:key{.+}", readCaller({ clock, tokenKeys }), handler);
  return app;
}
