import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { askFor } from "../ask.ts";
import { requireCaller, type StorageEnv } from "../caller.ts";
import { assertKey } from "../object-key.ts";
import type { StorageParts } from "../parts.ts";
import { createUrlSigner } from "../signed-url.ts";
import { probeUpload } from "../store-object.ts";

/**
 * `POST /object/upload/sign/{bucket}/{key}` → `{url, token}`, `url` below the service's root. The rights of the upload
 * are asked now; whoever has the address may then store there once, or with `x-upsert` as often as it is good.
 */
export function signUploadRoute({ database, clock, tokenKeys }: StorageParts) {
  const signer = createUrlSigner({ clock, tokenKeys });
  const app = new Hono<StorageEnv>();

  app.post("/object/upload/sign/:bucket/:key{.+}", requireCaller({ clock, tokenKeys }), async (c) => {
    const name = c.req.param();
    assertKey(name.key);
    const owner = c.get("caller")?.subject ?? "";
    const upsert = c.req.header("x-upsert") === "true";
    const ask = askFor(c, { database, operation: "storage.object.sign_upload_url" });
    const object = { ...name, owner, version: randomUUID(), metadata: null, userMetadata: undefined };
    await probeUpload(ask, object, upsert);
    const token = await signer.signUpload(name, { owner, upsert });
    return c.json({ url: `/object/upload/sign/${name.bucket}/${name.key}?token=${token}`, token });
  });

  return app;
}
