import { type Context, Hono } from "hono";
import { askFor, type Operation } from "../ask.ts";
import { requireCaller, type StorageEnv } from "../caller.ts";
import type { StorageParts } from "../parts.ts";
import { receiveObject } from "../receive-object.ts";
import { probeUpload } from "../store-object.ts";

/**
 * `POST /object/{bucket}/{key}`, body raw or multipart → `{Id, Key}`; with `x-upsert: true`, and always as `PUT`, it
 * takes the place of what is there. Rights are asked by a probe row that is undone, before any byte is read.
 */
export function uploadObjectRoute(parts: StorageParts) {
  const { database, clock, tokenKeys } = parts;
  const app = new Hono<StorageEnv>();
  const guard = requireCaller({ clock, tokenKeys });

  const answer = async (c: Context<StorageEnv>, operation: Operation, isUpsert: boolean) => {
    const name = { bucket: c.req.param("bucket") ?? "", key: c.req.param("key") ?? "" };
    const owner = c.get("caller")?.subject ?? "";
    const ask = askFor(c, { database, operation });
    const { id } = await receiveObject(c.req.raw, parts, {
      name,
      owner,
      isUpsert,
      ask,
      admit: (object) => probeUpload(ask, object, isUpsert),
    });
    return c.json({ Id: id, Key: `${name.bucket}/${name.key}` });
  };

  app.post("/object/:bucket/:key{.+}", guard, (c) =>
    answer(c, "storage.object.upload", c.req.header("x-upsert") === "true"),
  );
  app.put("/object/:bucket/:key{.+}", guard, (c) => answer(c, "storage.object.upload_update", true));
  return app;
}
