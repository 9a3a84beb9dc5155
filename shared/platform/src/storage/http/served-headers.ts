import { servedMime } from "../objects/mime-type.ts";
import type { ObjectMetadata } from "../objects/object.repository.ts";

interface Served {
  metadata: ObjectMetadata;
  /** The `download` query: a file name, empty for the key's last segment, undefined for inline display. */
  download: string | undefined;
  /** Expiry of a signed URL. */
  expires?: Date | undefined;
}

/** Response headers of an object, except those that depend on the requested range. */
export function objectHeaders(
  request: Request,
  { metadata, download, expires }: Served,
): Record<string, string> {
  const wasStale = request.headers.has("if-none-match");
  return {
    "accept-ranges": "bytes",
    "content-type": servedMime(metadata.mimetype),
    etag: metadata.eTag,
    "last-modified": new Date(metadata.lastModified).toUTCString(),
    "x-robots-tag": metadata.xRobotsTag ?? "none",
    ...(expires === undefined
      ? {
          "cache-control": wasStale
            ? `${metadata.cacheControl}, stale-while-revalidate=30`
            : metadata.cacheControl,
        }
      : { expires: expires.toUTCString() }),
    ...(download === undefined ? {} : { "content-disposition": disposition(download) }),
  };
}

/** True if the client's cached copy is current. */
export function isUnchanged(request: Request, metadata: ObjectMetadata): boolean {
  const known = request.headers.get("if-none-match");
  if (known !== null)
    return known === "*" || known.split(",").some((tag) => tag.trim().replace(/^W\//, "") === metadata.eTag);

  const since = request.headers.get("if-modified-since");
  if (since === null) return false;
  // HTTP dates have no milliseconds, so the stored time is truncated before the comparison.
  return Math.floor(Date.parse(metadata.lastModified) / 1000) * 1000 <= Date.parse(since);
}

function disposition(download: string): string {
  if (download === "") return "attachment;";
  const name = encodeURIComponent(download);
  return `attachment; filename=${name}; filename*=UTF-8''${name};`;
}
