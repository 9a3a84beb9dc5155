import { randomUUID } from "node:crypto";
import { type MemoryLocker, Server, type Upload } from "@tus/server";
import type { Ask } from "../ask.ts";
import { findBucket } from "../bucket.repository.ts";
import { assertMimeAllowed } from "../mime-type.ts";
import { assertKey, isBucketName } from "../object-key.ts";
import { hasVersion, type NewObject } from "../object.repository.ts";
import type { StorageParts } from "../parts.ts";
import { sizeLimitOf } from "../size-limit.ts";
import { invalidBucketName, metadataRequired, StorageError } from "../storage.errors.ts";
import { metadataOf, writeObject } from "../store-object.ts";
import { parseUserMetadata } from "../user-metadata.ts";
import { expiryOf, type ResumableUploads } from "./resumable-uploads.ts";
import { idFromSegment, parseUploadId, uploadAddress, uploadIdOf } from "./upload-id.ts";
import { UploadStore } from "./upload-store.ts";

/** Who stores, as the request shows it. */
export interface Sender {
  /** `sub`, empty for none. */
  owner: string;
  isUpsert: boolean;
}

export interface TusRequest {
  parts: StorageParts;
  uploads: ResumableUploads;
  /** Shared by all requests: one writer of an upload at a time, and a newer request ends an older one's writing. */
  locker: MemoryLocker;
  ask: Ask;
  /** Of the endpoint, which an upload's address begins with. */
  path: string;
  /** Throws where the sender may not store this; asked before each part and before a removal, and before a look too where `admitsLooks`. */
  admit(object: Omit<NewObject, "owner">): Promise<Sender>;
  admitsLooks: boolean;
}

/** How long an older request may go on once a newer one waits for its upload; milliseconds. */
const drainTimeout = 500;

/** Answers one request of the tus protocol 1.0.0. What it throws is not the sender's fault. */
export async function answerTus(request: Request, tus: TusRequest): Promise<Response> {
  const { parts, uploads, ask } = tus;
  const { disk, clock, settings } = parts;
  const store = new UploadStore({ uploads, disk, clock, ask });
  let sender: Sender | undefined;
  let open: Upload | undefined;
  let failure: Error | undefined;

  const admit = async (upload: Upload) => {
    sender = await tus.admit(announcedBy(upload));
    open = upload;
  };

  const server = new Server({
    path: tus.path,
    datastore: store,
    locker: tus.locker,
    lockDrainTimeout: drainTimeout,
    disableTerminationForFinishedUploads: true,

    namingFunction(_request, metadata) {
      if (metadata === undefined) throw metadataRequired();
      const bucket = metadata["bucketName"] ?? "";
      const key = metadata["objectName"] ?? "";
      if (!isBucketName(bucket)) throw invalidBucketName();
      assertKey(key);
      return uploadIdOf({ bucket, key, version: randomUUID() });
    },
    generateUrl: ({ headers }, { id }) => uploadAddress(headers, { path: tus.path, id }),
    getFileIdFromRequest: (_request, segment) => (segment === undefined ? undefined : idFromSegment(segment)),

    async maxSize(_request, id) {
      if (id === null) return settings.fileSizeLimit;
      const bucket = await ask.asService((query) => findBucket(query, parseUploadId(id).bucket));
      return sizeLimitOf(settings, bucket);
    },

    async onIncomingRequest({ method }, id) {
      // A new upload is judged with what it announces, below.
      if (method === "PATCH" || method === "DELETE" || (method === "HEAD" && tus.admitsLooks))
        await admit(await store.getUpload(id));
    },

    async onUploadCreate(_request, upload) {
      await admit(upload);
      const bucket = await ask.asService((query) => findBucket(query, parseUploadId(upload.id).bucket));
      assertMimeAllowed(mimeOf(upload), bucket.allowed_mime_types);
      await uploads.expireAll(ask);
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
    if (await ask.asService((query) => hasVersion(query, location))) return;
    const stored = {
      size: upload.size ?? 0,
      md5: await disk.md5Of(location),
      mime: mimeOf(upload),
      cacheControl: upload.metadata?.["cacheControl"] ?? "no-cache",
    };
    const object = {
      ...announcedBy(upload),
      owner: sender?.owner ?? "",
      metadata: metadataOf(stored, clock()),
    };
    try {
      const { replaced } = await writeObject(ask, object, sender?.isUpsert === true);
      if (replaced !== null) await disk.remove({ ...location, version: replaced });
    } catch (error) {
      // What is refused now stays refused; what merely failed may be tried again.
      if (error instanceof StorageError && error.body.statusCode !== "500") await uploads.discard(location);
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

function announcedBy(upload: Upload): Omit<NewObject, "owner"> {
  return {
    ...parseUploadId(upload.id),
    metadata: { mimetype: mimeOf(upload), contentLength: upload.size },
    userMetadata: parseUserMetadata(upload.metadata?.["metadata"] ?? ""),
  };
}

function mimeOf({ metadata }: Upload): string {
  return metadata?.["contentType"] ?? "application/octet-stream";
}

/** Senders give seconds; what is no number is not kept. */
function cacheControlOf({ metadata }: Upload): string {
  const seconds = metadata?.["cacheControl"] ?? "";
  return /^-?\d+$/.test(seconds) ? `max-age=${seconds}` : "no-cache";
}
