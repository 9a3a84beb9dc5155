import { type Context, Hono } from "hono";
import { requestDatabase, type Operation } from "../access/request-database.ts";
import { requireCaller, type StorageEnv } from "../access/caller.ts";
import type { StorageDeps } from "../storage.deps.ts";
import { receiveObject } from "../objects/receive-object.ts";
import { probeUpload } from "../objects/store-object.ts";

/**
 * `POST /object/{bucket}/{key}`, body raw or multipart → `{Id, Key}`; `x-upsert: true` or `PUT` replaces
 * an existing object. Permission is checked before any byte is read, by writing a row and rolling back.
 */
export function uploadObjectRoute(deps: StorageDeps) {
  const { database, clock, tokenKeys } = deps;
  const app = new Hono<StorageEnv>();
  const guard = requireCaller({ clock, tokenKeys });

  const handler = async (c: Context<StorageEnv>, operation: Operation, isUpsert: boolean) => {
    const name = { bucket: c.req.param("bucket") ?? "", key: c.req.param("key") ?? "" };
    const owner = c.get("caller")?.subject ?? "";
    const db = requestDatabase(c, { database, operation });
    const { id } = await receiveObject(c.req.raw, deps, {
      name,
      owner,
      isUpsert,
      db,
      authorize: (object) => probeUpload(db, object, isUpsert),
    });
    return c.json({ Id: id, Key: `${name.bucket}/${name.key}` });
  };

  app.post("/object/:bucket/:key{.+}", guard, (c) =>
    handler(c, "storage.object.upload", c.req.header("x-upsert") === "true"),
  );
  app.put("/object/:bucket/:key{.+}", guard, (c) => handler(c, "storage.object.upload_update", true));
  return app;
}
