/** Request headers allowed if the preflight doesn't list any; those it lists are always allowed. */
const requestHeaders =
  "apikey, authorization, content-type, x-client-info, x-supabase-api-version, x-upsert, x-metadata, x-robots-tag, " +
  "cache-control, content-profile, accept-profile, prefer, range, tus-resumable, upload-length, upload-metadata, upload-offset";

/** An explicit list, because browsers ignore `*` for requests with credentials. */
const exposedHeaders =
  "content-range, content-length, content-disposition, content-type, content-profile, location, etag, last-modified, " +
  "accept-ranges, upload-offset, upload-length, upload-expires, upload-metadata, " +
  "tus-resumable, tus-version, tus-extension, tus-max-size, tus-complete, " +
  "x-supabase-api-version, x-sb-error-code, x-total-count, link, preference-applied, retry-after";

/** Distinguishes CORS preflights from other OPTIONS requests, which go to the service. */
export function isPreflight(request: Request): boolean {
  return request.method === "OPTIONS" && request.headers.has("access-control-request-method");
}

/** Response to a CORS preflight. */
export function preflightResponse(request: Request): Response {
  const headers = new Headers({
    "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
    "access-control-allow-headers": request.headers.get("access-control-request-headers") ?? requestHeaders,
    "access-control-max-age": "3600",
    vary: "access-control-request-headers",
  });
  return new Response(null, { status: 204, headers });
}

/** Replaces the service's CORS headers: only the gateway decides about origins. */
export function allowAnyPage(headers: Headers): void {
  headers.set("access-control-allow-origin", "*");
  headers.delete("access-control-allow-credentials");
  headers.set("access-control-expose-headers", exposedHeaders);
}
