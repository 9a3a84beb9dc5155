/**
 * `fetch` for the platform's client. The data client hands on the body of an answer and drops its headers, so the
 * one header that matters after "too many requests" is put into the body, in the shape of a database error.
 */
export async function platformFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  if (response.status !== 429 || pathname.startsWith("/auth/v1/")) return response;
  const body = {
    code: "over_request_rate_limit",
    message: "over_request_rate_limit",
    details: null,
    hint: response.headers.get("retry-after"),
  };
  return Response.json(body, { status: 429 });
}
