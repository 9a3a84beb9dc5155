import { randomUUID } from "node:crypto";
import { type MemoryLocker, Server, type Upload } from "@tus/server";
import type { RequestDatabase } from "../access/request-database.ts";
import { findBucket } from "../buckets/bucket.repository.ts";
import { assertMimeAllowed } from "../objects/mime-type.ts";
import { assertKey, isBucketName } from "../objects/object-key.ts";
import { hasVersion, type NewObject } from "../objects/object.repository.ts";
import type { StorageDeps } from "../storage.deps.ts";
import { sizeLimitOf } from "../buckets/bucket-rules.ts";
import { invalidBucketName, metadataRequired, StorageError } from "../storage.errors.ts";
import { metadataOf, writeObject } from "../objects/store-object.ts";
import { parseUserMetadata } from "../http/user-metadata.ts";
import { expiryOf, type ResumableUploads } from "./resumable-uploads.ts";
import { idFromSegment, parseUploadId, uploadAddress, uploadIdOf } from "./upload-id.ts";
import { UploadStore } from "./upload-store.ts";

/** Uploader and options of a request. */
export interface Sender {
  /** `sub` of the uploader; empty if none. */
  owner: string;
  isUpsert: boolean;
}

export interface TusRequest {
  deps: StorageDeps;
  uploads: ResumableUploads;
  /** Shared by all requests, so that an upload has one writer at a time. A newer request interrupts an older one. */
  locker: MemoryLocker;
  db: RequestDatabase;
  /** Path of the endpoint, which upload URLs start with. */
  path: string;
  /** Called before each part and before a termination. @throws if not allowed. */
  authorize(object: Omit<NewObject, "owner">): Promise<Sender>;
}

/** Time for an older request to finish while a newer one waits for its upload. Milliseconds. */
const drainTimeoutMs = 500;

/** Handles a request of the tus protocol 1.0.0. @throws only for server errors. */
export async function handleTus(request: Request, tus: TusRequest): Promise<Response> {
  const { deps, uploads, db } = tus;
  const { disk, clock, settings } = deps;
  const store = new UploadStore({ uploads, disk, clock, db });
  let sender: Sender | undefined;
  let open: Upload | undefined;
  let failure: Error | undefined;

  const authorize = async (upload: Upload) => {
    sender = await tus.authorize(announcedObject(upload));
    open = upload;
  };

  const server = new Server({
    path: tus.path,
    datastore: store,
    locker: tus.locker,
    lockDrainTimeout: drainTimeoutMs,
    disableTerminationForFinishedUploads: true,

    namingFunction(_request, metadata) {
      if (metadata === undefined) throw metadataRequired();
      const bucket = metadata["bucketName"] ?? "";
      const key = metadata["objectName"] ?? "";
      if (!isBucketName(bucket)) throw invalidBucketName();
      assertKey(key);
      return uploadIdOf({ bucket, key, version: randomUUID() });
    },
    generateUrl: ({ headers }, { id }) => uploadAddress(headers, { ...settings, id }),
    getFileIdFromRequest: (_request, segment) => (segment === undefined ? undefined : idFromSegment(segment)),

    async maxSize(_request, id) {
      if (id === null) return settings.fileSizeLimit;
      const bucket = await db.asService((query) => findBucket(query, parseUploadId(id).bucket));
      return sizeLimitOf(settings, bucket);
    },

    async onIncomingRequest({ method }, id) {
      // New uploads are authorised in onUploadCreate, where their metadata is available.
      if (method === "PATCH" || method === "DELETE") await authorize(await store.getUpload(id));
    },

    async onUploadCreate(_request, upload) {
      await authorize(upload);
      const bucket = await db.asService((query) => findBucket(query, parseUploadId(upload.id).bucket));
      assertMimeAllowed(mimeOf(upload), bucket.allowed_mime_types);
      await uploads.expireAll(db);
      return { metadata: { ...upload.metadata, cacheControl: cacheControlOf(upload) } };
    },

    async onUploadFinish(_request, upload) {
      await uploads.finish(parseUploadId(upload.id).version, () => finish(upload));
      open = undefined;
      return { headers: { "Tus-Complete": "1" } };
    },

    onResponseError(_request, error) {
      if (error instanceof StorageError && error.body.statusCode !== "500")
        return { status_code: Number(error.body.statusCode), body: error.body.message };
      if (error instanceof Error && !("status_code" in error)) failure = error;
      return undefined;
    },
  });

  async function finish(upload: Upload): Promise<void> {
    const location = parseUploadId(upload.id);
    if (await db.asService((query) => hasVersion(query, location))) return;
    const stored = {
      size: upload.size ?? 0,
      md5: await disk.md5Of(location),
      mime: mimeOf(upload),
      cacheControl: upload.metadata?.["cacheControl"] ?? "no-cache",
    };
    const object = {
      ...announcedObject(upload),
      owner: sender?.owner ?? "",
      metadata: metadataOf(stored, clock()),
    };
    try {
      const { replaced } = await writeObject(db, object, sender?.isUpsert === true);
      if (replaced !== null) await disk.remove({ ...location, version: replaced });
    } catch (error) {
      // As on the service, the record stays, so later requests for the upload get 410.
      await disk.remove(location);
      throw error;
    }
  }

  const response = await server.handleWeb(request);
  if (failure !== undefined) throw failure;
  const isSending = request.method === "POST" || request.method === "PATCH";
  if (open?.creation_date !== undefined && response.ok && isSending)
    response.headers.set("upload-expires", expiryOf(new Date(open.creation_date)).toUTCString());
  return response;
}

function announcedObject(upload: Upload): Omit<NewObject, "owner"> {
  return {
    ...parseUploadId(upload.id),
    metadata: { mimetype: mimeOf(upload), contentLength: upload.size },
    userMetadata: parseUserMetadata(upload.metadata?.["metadata"] ?? ""),
  };
}

function mimeOf({ metadata }: Upload): string {
  return metadata?.["contentType"] ?? "application/octet-stream";
}

/** Clients send seconds; other values are ignored. */
function cacheControlOf({ metadata }: Upload): string {
  const seconds = metadata?.["cacheControl"] ?? "";
  return /^-?\d+$/.test(seconds) ? `max-age=${seconds}` : "no-cache";
}
