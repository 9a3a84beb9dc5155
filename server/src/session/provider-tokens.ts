/**
 * A provider's tokens arrive with the session and would be stored in cookies that page scripts can read. We don't
 * use them, so they are removed before the auth client sees them.
 */
export function withoutProviderTokens(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!response.ok) return response;
    return Response.json(strip(await response.json()));
  };
}

function strip(body: unknown): unknown {
  if (typeof body !== "object" || body === null) return body;
  const {
    provider_token: _access,
    provider_refresh_token: _refresh,
    ...rest
  } = body as Record<string, unknown>;
  return rest;
}
