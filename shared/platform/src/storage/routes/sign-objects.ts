import { Hono } from "hono";
import * as v from "valibot";
import { askFor } from "../ask.ts";
import { requireCaller, type StorageEnv } from "../caller.ts";
import { readJson } from "../json-body.ts";
import { Lifetime } from "../lifetime.ts";
import { visibleKeys } from "../object.repository.ts";
import type { StorageParts } from "../parts.ts";
import { createUrlSigner } from "../signed-url.ts";

const Body = v.object({
  expiresIn: Lifetime,
  paths: v.pipe(
    v.array(v.string()),
    v.minLength(1, "must NOT have fewer than 1 items"),
    v.maxLength(1000, "must NOT have more than 1000 items"),
  ),
});

const hidden = "Either the object does not exist or you do not have access to it";

/** `POST /object/sign/{bucket}` with `{expiresIn, paths}` → for each path an address, or why there is none. */
export function signObjectsRoute({ database, clock, tokenKeys }: StorageParts) {
  const signer = createUrlSigner({ clock, tokenKeys });
  const app = new Hono<StorageEnv>();

  app.post("/object/sign/:bucket", requireCaller({ clock, tokenKeys }), async (c) => {
    const { bucket } = c.req.param();
    const { expiresIn, paths } = await readJson(c.req, Body);
    const ask = askFor(c, { database, operation: "storage.object.sign_many" });
    const visible = await ask.asCaller((query) => visibleKeys(query, bucket, paths));
    const answers = paths.map(async (path) => {
      if (!visible.has(path)) return { error: hidden, path, signedURL: null };
      const token = await signer.signDownload({ bucket, key: path }, expiresIn);
      return { error: null, path, signedURL: `/object/sign/${bucket}/${path}?token=${token}` };
    });
    return c.json(await Promise.all(answers));
  });

  return app;
}
