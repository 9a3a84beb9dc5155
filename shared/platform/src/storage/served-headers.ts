import { servedMime } from "./mime-type.ts";
import type { ObjectMetadata } from "./object.repository.ts";

interface Served {
  metadata: ObjectMetadata;
  /** The `download` query: a file name, empty for "keep the last segment", undefined for showing it. */
  download: string | undefined;
  /** When the address stops being good, for one that does. */
  expires?: Date | undefined;
}

/** Everything a stored object is served with except what depends on the range asked for. */
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

/** Whether the copy the caller says it has is still the one stored. */
export function isUnchanged(request: Request, metadata: ObjectMetadata): boolean {
  const known = request.headers.get("if-none-match");
  if (known !== null)
    return known === "*" || known.split(",").some((tag) => tag.trim().replace(/^W\//, "") === metadata.eTag);

  const since = request.headers.get("if-modified-since");
  if (since === null) return false;
  // HTTP dates have no milliseconds, so the stored time is cut down to the second before the two are compared.
  return Math.floor(Date.parse(metadata.lastModified) / 1000) * 1000 <= Date.parse(since);
}

function disposition(download: string): string {
  if (download === "") return "attachment;";
  const name = encodeURIComponent(download);
  return `attachment; filename=${name}; filename*=UTF-8''${name};`;
}
