import { Hono } from "hono";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import type { Log } from "../log.ts";
import type { TokenKeys } from "../tokens/token-keys.ts";
import { createDisk } from "./files/disk.ts";
import type { StorageDeps } from "./storage.deps.ts";
import { createUploadRecords } from "./resumable/upload-records.ts";
import { createBucketRoute } from "./routes/create-bucket.ts";
import { deleteObjectRoute } from "./routes/delete-object.ts";
import { deleteObjectsRoute } from "./routes/delete-objects.ts";
import { getBucketRoute } from "./routes/get-bucket.ts";
import { getObjectInfoRoute } from "./routes/get-object-info.ts";
import { getObjectRoute } from "./routes/get-object.ts";
import { getPublicObjectRoute } from "./routes/get-public-object.ts";
import { getSignedObjectRoute } from "./routes/get-signed-object.ts";
import { listBucketsRoute } from "./routes/list-buckets.ts";
import { resumableRoute } from "./routes/resumable.ts";
import { signObjectRoute } from "./routes/sign-object.ts";
import { signObjectsRoute } from "./routes/sign-objects.ts";
import { signUploadRoute } from "./routes/sign-upload.ts";
import { statusRoute } from "./routes/status.ts";
import { uploadObjectRoute } from "./routes/upload-object.ts";
import { uploadSignedObjectRoute } from "./routes/upload-signed-object.ts";
import { copyObjectRoute } from "./routes/copy-object.ts";
import { deleteBucketRoute } from "./routes/delete-bucket.ts";
import { emptyBucketRoute } from "./routes/empty-bucket.ts";
import { listObjectsV2Route } from "./routes/list-objects-v2.ts";
import { listObjectsRoute } from "./routes/list-objects.ts";
import { moveObjectRoute } from "./routes/move-object.ts";
import { updateBucketRoute } from "./routes/update-bucket.ts";
import type { StorageSettings } from "./storage.settings.ts";
import { internalError, StorageError, unknownRoute } from "./storage.errors.ts";

/**
 * The storage service with the API of supabase/storage, without the `/storage/v1` prefix. Bytes are stored in `directory`,
 * rows in the schema `storage`. Postgres decides all permissions.
 */
export function createStorage(options: {
  database: Database;
  clock: Clock;
  settings: StorageSettings;
  tokenKeys: TokenKeys;
  /** Created with the first file. */
  directory: string;
  log: Log;
}): Hono {
  const { log, directory, ...rest } = options;
  const deps: StorageDeps = { ...rest, disk: createDisk(directory) };
  const app = new Hono();

  app.onError((error, c) => {
    const known = error instanceof StorageError ? error : internalError(error);
    if (known.body.statusCode === "500")
      log({
        level: "error",
        message: "storage request failed",
        path: c.req.path,
        error: String(known.cause),
      });
    if (known.body.error === "Not found") c.header("cache-control", "no-store");
    return c.json(known.body, known.httpStatus);
  });
  app.notFound((c) => c.json(unknownRoute(c.req.method, c.req.path), 404));
  app.use(async (c, next) => {
    await next();
    const { headers } = c.res;
    // Stored files, which accept ranges, have the type that they were uploaded with.
    if (headers.get("content-type") === "application/json" && !headers.has("accept-ranges"))
      headers.set("content-type", "application/json; charset=utf-8");
  });

  app.route("/", statusRoute());
  app.route("/", listBucketsRoute(deps));
  app.route("/", getBucketRoute(deps));
  app.route("/", createBucketRoute(deps));
  app.route("/", updateBucketRoute(deps));
  app.route("/", emptyBucketRoute(deps));
  app.route("/", deleteBucketRoute(deps));
  // Before the object routes, which read the first segment after /object/ as a bucket.
  app.route("/", listObjectsRoute(deps));
  app.route("/", listObjectsV2Route(deps));
  app.route("/", moveObjectRoute(deps));
  app.route("/", copyObjectRoute(deps));
  app.route("/", signUploadRoute(deps));
  app.route("/", uploadSignedObjectRoute(deps));
  app.route("/", signObjectsRoute(deps));
  app.route("/", signObjectRoute(deps));
  app.route("/", getSignedObjectRoute(deps));
  app.route("/", getPublicObjectRoute(deps));
  app.route("/", getObjectInfoRoute(deps));
  app.route("/", getObjectRoute(deps));
  app.route("/", uploadObjectRoute(deps));
  app.route("/", deleteObjectRoute(deps));
  app.route("/", deleteObjectsRoute(deps));
  app.route("/", resumableRoute(deps, createUploadRecords(directory)));
  return app;
}
