import { HttpResponse } from "msw/http";

/**
 * What the gateway puts on every answer. Without it the test browser's XMLHttpRequest, which keeps the rules
 * between origins, hides the answer from the page.
 */
export const crossOrigin = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "*",
  "access-control-allow-methods": "*",
  "access-control-expose-headers": "*",
};

/** A JSON answer as it comes through the gateway; an undefined body is no body. */
export function answer(
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
