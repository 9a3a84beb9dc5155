import { Readable } from "node:stream";
import { readMultipart } from "./multipart-body.ts";
import { uploadAborted } from "./storage.errors.ts";
import { userMetadataOf } from "./user-metadata.ts";

/** The file of an upload, its bytes not read yet. */
export interface UploadBody {
  bytes: Readable;
  mime: string;
  /** As it will be served. */
  cacheControl: string;
  /** What the sender said of the size, in bytes; a multipart form does not say it of the file. */
  declaredSize: number | undefined;
  userMetadata: unknown;
  xRobotsTag: string | undefined;
}

/** Reads a request up to where its file begins: a multipart form, or else the body itself is the file. */
export async function readUpload(request: Request): Promise<UploadBody> {
  const { headers } = request;
  const contentType = headers.get("content-type") ?? "application/octet-stream";
  const body = Readable.from(fromSender(request), { objectMode: false });
  const xRobotsTag = headers.get("x-robots-tag") ?? undefined;

  if (contentType.toLowerCase().startsWith("multipart/form-data"))
    return { ...(await readMultipart(body, contentType)), declaredSize: undefined, xRobotsTag };

  const length = headers.get("content-length");
  return {
    bytes: body,
    mime: contentType,
    cacheControl: headers.get("cache-control") ?? "no-cache",
    declaredSize: length === null ? undefined : Number(length),
    userMetadata: userMetadataOf(headers.get("x-metadata") ?? undefined),
    xRobotsTag,
  };
}

async function* fromSender(request: Request): AsyncGenerator<Uint8Array> {
  if (request.body === null) return;
  try {
    yield* request.body;
  } catch (error) {
    throw uploadAborted(error);
  }
}
