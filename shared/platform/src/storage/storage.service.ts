import { Hono } from "hono";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import type { Log } from "../log.ts";
import type { TokenKeys } from "../tokens/token-keys.ts";
import { createDisk } from "./disk.ts";
import type { StorageParts } from "./parts.ts";
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
import { renderImageRoute } from "./routes/render-image.ts";
import { updateBucketRoute } from "./routes/update-bucket.ts";
import type { StorageSettings } from "./settings.ts";
import { internalError, StorageError } from "./storage.errors.ts";

/**
 * The storage service on the wire of supabase/storage, without its `/storage/v1` prefix. Bytes lie under
 * `directory`, rows in schema `storage`; who may do what, Postgres says.
 */
export function createStorage(deps: {
  database: Database;
  clock: Clock;
  settings: StorageSettings;
  tokenKeys: TokenKeys;
  /** Made when the first file comes. */
  directory: string;
  log: Log;
}): Hono {
  const { log, directory, ...rest } = deps;
  const parts: StorageParts = { ...rest, disk: createDisk(directory) };
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
  app.notFound((c) =>
    c.json(
      { message: `Route ${c.req.method}:${c.req.path} not found`, error: "Not Found", statusCode: 404 },
      404,
    ),
  );

  app.route("/", statusRoute());
  app.route("/", listBucketsRoute(parts));
  app.route("/", getBucketRoute(parts));
  app.route("/", createBucketRoute(parts));
  app.route("/", updateBucketRoute(parts));
  app.route("/", emptyBucketRoute(parts));
  app.route("/", deleteBucketRoute(parts));
  // Before those of objects, for which the first word behind /object/ is a bucket.
  app.route("/", listObjectsRoute(parts));
  app.route("/", listObjectsV2Route(parts));
  app.route("/", moveObjectRoute(parts));
  app.route("/", copyObjectRoute(parts));
  app.route("/", signUploadRoute(parts));
  app.route("/", uploadSignedObjectRoute(parts));
  app.route("/", signObjectsRoute(parts));
  app.route("/", signObjectRoute(parts));
  app.route("/", getSignedObjectRoute(parts));
  app.route("/", getPublicObjectRoute(parts));
  app.route("/", getObjectInfoRoute(parts));
  app.route("/", getObjectRoute(parts));
  app.route("/", uploadObjectRoute(parts));
  app.route("/", deleteObjectRoute(parts));
  app.route("/", deleteObjectsRoute(parts));
  app.route("/", renderImageRoute());
  app.route("/", resumableRoute(parts, createUploadRecords(directory)));
  return app;
}
