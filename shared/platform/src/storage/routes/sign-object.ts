import { Hono } from "hono";
import * as v from "valibot";
import { askFor } from "../ask.ts";
import { requireCaller, type StorageEnv } from "../caller.ts";
import { readJson } from "../json-body.ts";
import { assertKey } from "../object-key.ts";
import { findObject } from "../object.repository.ts";
import type { StorageParts } from "../parts.ts";
import { Lifetime } from "../lifetime.ts";
import { createUrlSigner } from "../signed-url.ts";

const Body = v.object({ expiresIn: Lifetime });

/**
 * `POST /object/sign/{bucket}/{key}` with `{expiresIn}` in seconds → `{signedURL}`, below the service's root: an
 * address that opens an object its asker may see to anybody. A wish for another size of an image is passed over, as
 * where the service has its transformations off.
 */
export function signObjectRoute({ database, clock, tokenKeys }: StorageParts) {
  const signer = createUrlSigner({ clock, tokenKeys });
  const app = new Hono<StorageEnv>();

  app.post("/object/sign/:bucket/:key{.+}", requireCaller({ clock, tokenKeys }), async (c) => {
    const name = c.req.param();
    const { expiresIn } = await readJson(c.req, Body);
    assertKey(name.key);
    const ask = askFor(c, { database, operation: "storage.object.sign" });
    await ask.asCaller((query) => findObject(query, name));
    const token = await signer.signDownload(name, expiresIn);
    return c.json({ signedURL: `/object/sign/${name.bucket}/${name.key}?token=${token}` });
  });

  return app;
}
