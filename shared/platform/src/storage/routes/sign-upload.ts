import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { requestDatabase } from "../access/request-database.ts";
import { requireCaller, type StorageEnv } from "../access/caller.ts";
import type { StorageDeps } from "../storage.deps.ts";
import { createUrlSigner } from "../access/signed-url.ts";
import { probeUpload } from "../objects/store-object.ts";

/**
 * `POST /object/upload/sign/{bucket}/{key}` → `{url, token}`, `url` relative to the service's root. Permission is
 * checked now; anyone with the URL can then upload once, or with `x-upsert` repeatedly until it expires.
 */
export function signUploadRoute({ database, clock, tokenKeys, settings }: StorageDeps) {
  const signer = createUrlSigner({ clock, tokenKeys, settings });
  const app = new Hono<StorageEnv>();

  app.post("/object/upload/sign/:bucket/:key{.+}", requireCaller({ clock, tokenKeys }), async (c) => {
    const name = c.req.param();
    const owner = c.get("caller")?.subject ?? "";
    const upsert = c.req.header("x-upsert") === "true";
    const db = requestDatabase(c, { database, operation: "storage.object.sign_upload_url" });
    const object = { ...name, owner, version: randomUUID(), metadata: null, userMetadata: undefined };
    await probeUpload(db, object, upsert);
    const token = await signer.signUpload(name, { owner, upsert });
    return c.json({ url: `/object/upload/sign/${name.bucket}/${name.key}?token=${token}`, token });
  });

  return app;
}
