import { Readable } from "node:stream";
import type { Context } from "hono";
import type { Disk } from "./disk.ts";
import type { StoredObject } from "./object.repository.ts";
import { parseRange } from "./range.ts";
import { isUnchanged, objectHeaders } from "./served-headers.ts";
import { bytesMissing } from "./storage.errors.ts";

/**
 * An object's bytes, or the part of them that a `Range` asks for, or 304 for somebody who has them. `?download=`
 * names the file; `expires` is when the address stops being good, for one that does.
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
  const bytes = Readable.toWeb(file.createReadStream(part)) as ReadableStream;
  if (part === undefined) return c.body(bytes, 200, { ...headers, "content-length": String(metadata.size) });
  return c.body(bytes, 206, {
    ...headers,
    "content-length": String(part.end - part.start + 1),
    "content-range": `bytes ${part.start}-${part.end}/${metadata.size}`,
  });
}
