/** Request headers that clients send; a browser that names others gets them allowed as well. */
const requestHeaders =
  "apikey, authorization, content-type, x-client-info, x-supabase-api-version, x-upsert, x-metadata, x-robots-tag, " +
  "cache-control, content-profile, accept-profile, prefer, range, tus-resumable, upload-length, upload-metadata, upload-offset";

/** Named one by one: `*` would do for pages without credentials only. */
const exposedHeaders =
  "content-range, content-length, content-disposition, content-type, content-profile, location, etag, last-modified, " +
  "accept-ranges, upload-offset, upload-length, upload-expires, upload-metadata, " +
  "tus-resumable, tus-version, tus-extension, tus-max-size, tus-complete, " +
  "x-supabase-api-version, x-sb-error-code, x-total-count, link, preference-applied, retry-after";

/** A browser asks before it sends; a plain OPTIONS is for the service behind. */
export function isPreflight(request: Request): boolean {
  return request.method === "OPTIONS" && request.headers.has("access-control-request-method");
}

/** Answer to a browser's question whether it may send the request that follows. */
export function preflightAnswer(request: Request): Response {
  const headers = new Headers({
    "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
    "access-control-allow-headers": request.headers.get("access-control-request-headers") ?? requestHeaders,
    "access-control-max-age": "3600",
    vary: "access-control-request-headers",
  });
  return new Response(null, { status: 204, headers });
}

/** The gateway alone decides: what a service behind it says of origins is replaced. */
export function allowAnyPage(headers: Headers): void {
  headers.set("access-control-allow-origin", "*");
  headers.delete("access-control-allow-credentials");
  headers.set("access-control-expose-headers", exposedHeaders);
}
