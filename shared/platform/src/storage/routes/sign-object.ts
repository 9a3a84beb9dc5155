import { Hono } from "hono";
import * as v from "valibot";
import { requestDatabase } from "../access/request-database.ts";
import { requireCaller, type StorageEnv } from "../access/caller.ts";
import { readJson } from "../http/json-body.ts";
import { assertKey } from "../objects/object-key.ts";
import { findObject } from "../objects/object.repository.ts";
import type { StorageDeps } from "../storage.deps.ts";
import { Lifetime } from "../http/json-fields.ts";
import { createUrlSigner } from "../access/signed-url.ts";

const Body = v.object({ expiresIn: Lifetime });

/**
 * `POST /object/sign/{bucket}/{key}` with `{expiresIn}` in seconds → `{signedURL}`, relative to the service's
 * root: a URL that opens an object without a token, if the caller may see it. Image transformations are ignored, as on a
 * service with transformations disabled.
 */
export function signObjectRoute({ database, clock, tokenKeys, settings }: StorageDeps) {
  const signer = createUrlSigner({ clock, tokenKeys, settings });
  const app = new Hono<StorageEnv>();

  app.post("/object/sign/:bucket/:key{.+}", requireCaller({ clock, tokenKeys }), async (c) => {
    const name = c.req.param();
    const { expiresIn } = await readJson(c.req, Body);
    assertKey(name.key);
    const db = requestDatabase(c, { database, operation: "storage.object.sign" });
    await db.asCaller((query) => findObject(query, name));
    const token = await signer.signDownload(name, expiresIn);
    return c.json({ signedURL: `/object/sign/${name.bucket}/${name.key}?token=${token}` });
  });

  return app;
}
