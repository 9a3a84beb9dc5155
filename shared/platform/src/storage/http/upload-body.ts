import { Readable } from "node:stream";
import { readMultipart } from "./multipart-body.ts";
import { assertRobotsTag } from "./robots-tag.ts";
import { uploadAborted } from "../storage.errors.ts";
import { userMetadataOf } from "./user-metadata.ts";

/** The file of an upload whose bytes haven't been read yet. */
export interface UploadBody {
  bytes: Readable;
  mime: string;
  /** Type that the file will be served with. */
  cacheControl: string;
  /** Announced size in bytes; unknown for multipart forms and chunked bodies. */
  declaredSize: number | undefined;
  userMetadata: unknown;
  xRobotsTag: string | undefined;
}

/** Reads a request up to its file: the file part of a multipart form, or else the body itself. */
export async function readUpload(request: Request): Promise<UploadBody> {
  const { headers } = request;
  const contentType = headers.get("content-type") ?? "application/octet-stream";
  const body = Readable.from(fromSender(request), { objectMode: false });
  const xRobotsTag = headers.get("x-robots-tag") ?? undefined;
  if (xRobotsTag !== undefined) assertRobotsTag(xRobotsTag);

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
