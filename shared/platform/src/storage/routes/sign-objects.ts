import { Hono } from "hono";
import * as v from "valibot";
import { requestDatabase } from "../access/request-database.ts";
import { requireCaller, type StorageEnv } from "../access/caller.ts";
import { readJson } from "../http/json-body.ts";
import { Lifetime, List, Text } from "../http/json-fields.ts";
import { visibleKeys } from "../objects/object.repository.ts";
import type { StorageDeps } from "../storage.deps.ts";
import { createUrlSigner } from "../access/signed-url.ts";

const Body = v.object({
  expiresIn: Lifetime,
  paths: v.pipe(
    List(Text),
    v.minLength(1, "must NOT have fewer than 1 items"),
    v.maxLength(1000, "must NOT have more than 1000 items"),
  ),
});

const hidden = "Either the object does not exist or you do not have access to it";

/** `POST /object/sign/{bucket}` with `{expiresIn, paths}` → a signed URL or an error for each path. */
export function signObjectsRoute({ database, clock, tokenKeys, settings }: StorageDeps) {
  const signer = createUrlSigner({ clock, tokenKeys, settings });
  const app = new Hono<StorageEnv>();

  app.post("/object/sign/:bucket", requireCaller({ clock, tokenKeys }), async (c) => {
    const { bucket } = c.req.param();
    const { expiresIn, paths } = await readJson(c.req, Body);
    const db = requestDatabase(c, { database, operation: "storage.object.sign_many" });
    const visible = await db.asCaller((query) => visibleKeys(query, bucket, paths));
    const responses = paths.map(async (path) => {
      if (!visible.has(path)) return { error: hidden, path, signedURL: null };
      const token = await signer.signDownload({ bucket, key: path }, expiresIn);
      return { error: null, path, signedURL: `/object/sign/${bucket}/${path}?token=${token}` };
    });
    return c.json(await Promise.all(responses));
  });

  return app;
}
