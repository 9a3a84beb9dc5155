import { Readable } from "node:stream";
import type { Context } from "hono";
import type { Disk } from "../files/disk.ts";
import type { StoredObject } from "../objects/object.repository.ts";
import { parseRange } from "./range.ts";
import { isUnchanged, objectHeaders } from "./served-headers.ts";
import { bytesMissing } from "../storage.errors.ts";

/**
 * Responds with an object's bytes or the requested range, or 304 if the client's copy is current. `?download=` names the
 * saved file; `expires` is the expiry of a signed URL.
 */
export async function serveObject(
  c: Context,
  { disk, object, expires }: { disk: Disk; object: StoredObject; expires?: Date },
): Promise<Response> {
  const { metadata, version } = object;
  if (metadata === null || version === null) throw bytesMissing();

  const headers = objectHeaders(c.req.raw, { metadata, download: c.req.query("download"), expires });
  if (isUnchanged(c.req.raw, metadata)) return c.body(null, 304, headers);
  if (c.req.method === "HEAD")
    return c.body(null, 200, { ...headers, "content-length": String(metadata.size) });

  const range = c.req.header("range");
  const part = range === undefined ? undefined : parseRange(range, metadata.size);
  const file = await disk.open({ bucket: object.bucket_id, key: object.name, version });
  // As on the service, where what is on disk may have been exchanged.
  const { size } = await file.stat();
  const bytes = Readable.toWeb(file.createReadStream(part)) as ReadableStream;
  if (part === undefined) return c.body(bytes, 200, { ...headers, "content-length": String(size) });
  return c.body(bytes, 206, {
    ...headers,
    "content-length": String(part.end - part.start + 1),
    "content-range": `bytes ${part.start}-${part.end}/${metadata.size}`,
  });
}
