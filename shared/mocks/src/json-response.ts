import { HttpResponse } from "msw/http";

/**
 * Headers that the gateway adds to every response. Without them the test browser's XMLHttpRequest, which enforces
 * CORS, hides the response from the page.
 */
export const crossOrigin = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "*",
  "access-control-allow-methods": "*",
  "access-control-expose-headers": "*",
};

/** A JSON response as the gateway returns it. Without a body the status is 204. */
export function jsonResponse(
  body: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Response {
  const all = { ...crossOrigin, ...headers };
  if (body === undefined) return new HttpResponse(null, { status: 204, headers: all });
  return new HttpResponse(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json", ...all },
  });
}
