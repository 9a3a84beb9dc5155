import { MemoryLocker } from "@tus/server";
import { type Context, Hono } from "hono";
import { type Ask, askFor, type Operation } from "../ask.ts";
import { knownCaller, requireToken, type StorageEnv } from "../caller.ts";
import type { NewObject } from "../object.repository.ts";
import type { StorageParts } from "../parts.ts";
import { createResumableUploads } from "../resumable/resumable-uploads.ts";
import { answerTus, type Sender } from "../resumable/tus-server.ts";
import type { UploadRecords } from "../resumable/upload-records.ts";
import { accessDenied } from "../storage.errors.ts";
import { probeUpload } from "../store-object.ts";

const operations: Readonly<Record<string, Operation>> = {
  POST: "storage.tus.upload.create",
  PATCH: "storage.tus.upload.part",
  HEAD: "storage.tus.upload.get",
  DELETE: "storage.tus.upload.delete",
};

/**
 * `/upload/resumable`: an upload in parts by the tus protocol 1.0.0. `POST` announces it in `Upload-Metadata`
 * (`bucketName`, `objectName`, `contentType`, `cacheControl` in seconds, `metadata` as JSON) and is answered where it
 * is; `PATCH` there adds a part, `HEAD` tells how much has come, `DELETE` ends it. The object is there once all has
 * come. Refusals are plain text under a status of their own, except that of the token.
 */
export function resumableRoute(parts: StorageParts, records: UploadRecords) {
  const { database, clock, tokenKeys, disk } = parts;
  const app = new Hono<StorageEnv>();
  const uploads = createResumableUploads({ disk, records, clock });
  const locker = new MemoryLocker();

  const answer = (
    c: Context<StorageEnv>,
    admit: (ask: Ask, object: Omit<NewObject, "owner">) => Promise<Sender>,
  ) => {
    const ask = askFor(c, { database, operation: operations[c.req.method] ?? "storage.tus.options" });
    const path = "/upload/resumable";
    return answerTus(c.req.raw, {
      parts,
      uploads,
      locker,
      ask,
      path,
      admit: (object) => admit(ask, object),
    });
  };

  const paths = ["/upload/resumable", "/upload/resumable/*"];
  app.on("OPTIONS", paths, (c) =>
    answer(c, () => {
      throw accessDenied("Access denied");
    }),
  );
  app.on(["GET", "POST", "PATCH", "DELETE"], paths, requireToken({ clock, tokenKeys }), (c) => {
    // The router hands HEAD to GET's handlers; of these there is none.
    if (c.req.method === "GET") return c.notFound();
    const owner = knownCaller(c.get("caller")).subject;
    const isUpsert = c.req.header("x-upsert") === "true";
    return answer(c, async (ask, object) => {
      await probeUpload(ask, { ...object, owner }, isUpsert);
      return { owner, isUpsert };
    });
  });
  return app;
}
