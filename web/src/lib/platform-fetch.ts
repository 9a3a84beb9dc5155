import { refreshFetch } from "./auth/refresh-fetch.ts";

interface PlatformFetchDeps {
  /** Resolves to a fresh token, or undefined if none is available. */
  renewToken: () => Promise<string | undefined>;
  /** True if the page has a session. */
  isSignedIn: () => boolean;
}

/**
 * `fetch` for the platform's client, with four additions:
 *
 * - Refreshing the session survives short network failures.
 * - A request refused for an expired token is repeated once with a new one: the client judges a token's age by this
 *   device's clock, which may be minutes behind.
 * - A signed-in page never sends a request with only the publishable key. The client would do so if a refresh failed,
 *   and the anonymous response would look like the user's own data.
 * - The data client drops response headers, so `Retry-After` of a 429 is copied into the body, in the shape of a
 *   database error.
 */
export function createPlatformFetch({ renewToken, isSignedIn }: PlatformFetchDeps): typeof fetch {
  return async (input, init) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input);
    if (pathname.startsWith("/auth/v1/")) {
      const renews = searchParams.get("grant_type") === "refresh_token";
      return renews ? refreshFetch(() => fetch(input, init)) : fetch(input, init);
    }
    const used = bearerOf(init);
    if (used === undefined && isSignedIn()) throw new TypeError("No access token is available.");
    const response = await fetch(input, init);
    if (response.status === 429) return limited(response);
    if (response.status !== 401 || used === undefined) return response;
    const token = await renewToken();
    if (token === undefined || token === used) return response;
    const headers = new Headers(init?.headers);
    headers.set("authorization", `Bearer ${token}`);
    return fetch(input, { ...init, headers });
  };
}

/** Access token of a request; undefined if it has only the publishable key. */
function bearerOf(init: RequestInit | undefined): string | undefined {
  const [scheme, token] = (new Headers(init?.headers).get("authorization") ?? "").split(" ");
  return scheme === "Bearer" && token?.split(".").length === 3 ? token : undefined;
}

function limited(response: Response): Response {
  const body = {
    code: "over_request_rate_limit",
    message: "over_request_rate_limit",
    details: null,
    hint: response.headers.get("retry-after"),
  };
  return Response.json(body, { status: 429 });
}
