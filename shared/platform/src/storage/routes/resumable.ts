import { MemoryLocker } from "@tus/server";
import { type Context, Hono } from "hono";
import { askFor, type Operation } from "../ask.ts";
import { knownCaller, requireToken, type StorageEnv } from "../caller.ts";
import type { NewObject } from "../object.repository.ts";
import type { StorageParts } from "../parts.ts";
import { createResumableUploads } from "../resumable/resumable-uploads.ts";
import { answerTus } from "../resumable/tus-server.ts";
import type { UploadRecords } from "../resumable/upload-records.ts";
import { createUrlSigner } from "../signed-url.ts";
import { accessDenied, invalidSignature } from "../storage.errors.ts";
import { assertFree, probeUpload } from "../store-object.ts";

const operations: Readonly<Record<string, Operation>> = {
  POST: "storage.tus.upload.create",
  PATCH: "storage.tus.upload.part",
  HEAD: "storage.tus.upload.get",
  DELETE: "storage.tus.upload.delete",
};

// The router hands HEAD to the handlers of GET, of which there is none.
const methods = ["GET", "POST", "PATCH", "DELETE"];
const path = "/upload/resumable";
const signedPath = `${path}/sign`;

/**
 * `/upload/resumable`: an upload in parts by the tus protocol 1.0.0. `POST` announces it in `Upload-Metadata`
 * (`bucketName`, `objectName`, `contentType`, `cacheControl` in seconds, `metadata` as JSON) and is answered where it
 * is; `PATCH` there adds a part, `HEAD` tells how much has come, `DELETE` ends it. The object is there once all has
 * come. Refusals are plain text under a status of their own, except that of the token. Below `/sign` the same with the
 * token of a signed upload as `x-signature`, in place of a person's.
 */
export function resumableRoute(parts: StorageParts, records: UploadRecords) {
  const { database, clock, tokenKeys, disk } = parts;
  const app = new Hono<StorageEnv>();
  const shared = {
    parts,
    uploads: createResumableUploads({ disk, records, clock }),
    locker: new MemoryLocker(),
  };
  const signer = createUrlSigner({ clock, tokenKeys });
  const askIn = (c: Context<StorageEnv>) =>
    askFor(c, { database, operation: operations[c.req.method] ?? "storage.tus.options" });

  app.on("OPTIONS", [path, `${path}/*`], (c) => {
    const admit = () => Promise.reject(accessDenied("Access denied"));
    return answerTus(c.req.raw, { ...shared, ask: askIn(c), path, admit, admitsLooks: false });
  });

  app.on(methods, [signedPath, `${signedPath}/*`], (c) => {
    if (c.req.method === "GET") return c.notFound();
    const ask = askIn(c);
    const admit = async (object: Omit<NewObject, "owner">) => {
      const signature = c.req.header("x-signature");
      if (signature === undefined) throw invalidSignature("Missing x-signature header");
      const { owner, upsert } = await signer.verifyUpload(signature, object);
      if (!upsert && c.req.method !== "HEAD") await assertFree(ask, object);
      return { owner, isUpsert: upsert };
    };
    return answerTus(c.req.raw, { ...shared, ask, path: signedPath, admit, admitsLooks: true });
  });

  app.on(methods, [path, `${path}/*`], requireToken({ clock, tokenKeys }), (c) => {
    if (c.req.method === "GET") return c.notFound();
    const ask = askIn(c);
    const owner = knownCaller(c.get("caller")).subject;
    const isUpsert = c.req.header("x-upsert") === "true";
    const admit = async (object: Omit<NewObject, "owner">) => {
      await probeUpload(ask, { ...object, owner }, isUpsert);
      return { owner, isUpsert };
    };
    return answerTus(c.req.raw, { ...shared, ask, path, admit, admitsLooks: false });
  });
  return app;
}
