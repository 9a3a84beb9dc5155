import { MemoryLocker } from "@tus/server";
import { type Context, Hono } from "hono";
import { requestDatabase, type Operation } from "../access/request-database.ts";
import { requiredCaller, requireToken, type StorageEnv } from "../access/caller.ts";
import type { NewObject } from "../objects/object.repository.ts";
import type { StorageDeps } from "../storage.deps.ts";
import { createResumableUploads } from "../resumable/resumable-uploads.ts";
import { handleTus } from "../resumable/tus-server.ts";
import type { UploadRecords } from "../resumable/upload-records.ts";
import { accessDenied } from "../storage.errors.ts";
import { probeUpload } from "../objects/store-object.ts";

const operations: Readonly<Record<string, Operation>> = {
  POST: "storage.tus.upload.create",
  PATCH: "storage.tus.upload.part",
  HEAD: "storage.tus.upload.get",
  DELETE: "storage.tus.upload.delete",
};

// The router passes HEAD to handlers of GET, but there is none.
const methods = ["GET", "POST", "PATCH", "DELETE"];
const path = "/upload/resumable";

/**
 * `/upload/resumable`: uploads in parts by the tus protocol 1.0.0. `POST` creates one from `Upload-Metadata`
 * (`bucketName`, `objectName`, `contentType`, `cacheControl` in seconds, `metadata` as JSON) and returns its URL. There,
 * `PATCH` adds a part, `HEAD` returns the offset and `DELETE` terminates the upload. The object exists once all bytes have
 * arrived. Errors are plain text with a true HTTP status, except for invalid tokens.
 */
export function resumableRoute(deps: StorageDeps, records: UploadRecords) {
  const { database, clock, tokenKeys, disk } = deps;
  const app = new Hono<StorageEnv>();
  const shared = {
    deps,
    uploads: createResumableUploads({ disk, records, clock }),
    locker: new MemoryLocker(),
  };
  const askIn = (c: Context<StorageEnv>) =>
    requestDatabase(c, { database, operation: operations[c.req.method] ?? "storage.tus.options" });

  app.on("OPTIONS", [path, `${path}/*`], (c) => {
    const authorize = () => Promise.reject(accessDenied("Access denied"));
    return handleTus(c.req.raw, { ...shared, db: askIn(c), path, authorize });
  });

  app.on(methods, [path, `${path}/*`], requireToken({ clock, tokenKeys }), (c) => {
    if (c.req.method === "GET") return c.notFound();
    const db = askIn(c);
    const owner = requiredCaller(c.get("caller")).subject;
    const isUpsert = c.req.header("x-upsert") === "true";
    const authorize = async (object: Omit<NewObject, "owner">) => {
      await probeUpload(db, { ...object, owner }, isUpsert);
      return { owner, isUpsert };
    };
    return handleTus(c.req.raw, { ...shared, db, path, authorize });
  });
  return app;
}
