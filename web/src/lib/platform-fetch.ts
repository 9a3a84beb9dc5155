import { patientFetch } from "./patient-fetch.ts";

interface PlatformFetchDeps {
  /** A token that the service has just made, or undefined when there is none to be had. */
  renewToken: () => Promise<string | undefined>;
  /** Whether the page belongs to somebody. */
  isSignedIn: () => boolean;
}

/**
 * `fetch` for the platform's client, with four things that it lacks.
 *
 * - Renewing the session outlasts a network that is gone for a moment.
 * - A read or write whose token the service calls old is repeated once with a new one: the client judges a token's
 *   age by this device's clock, which may be minutes behind.
 * - A token that could not be renewed is a service that could not be reached. The client would go on with the page's
 *   key alone, and the answer to nobody in particular would look like the person's own.
 * - The data client hands on the body of an answer and drops its headers, so the one header that matters after "too
 *   many requests" is put into the body, in the shape of a database error.
 */
export function createPlatformFetch({ renewToken, isSignedIn }: PlatformFetchDeps): typeof fetch {
  return async (input, init) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input);
    if (pathname.startsWith("/auth/v1/")) {
      const renews = searchParams.get("grant_type") === "refresh_token";
      return renews ? patientFetch(() => fetch(input, init)) : fetch(input, init);
    }
    const used = bearerOf(init);
    if (used === undefined && isSignedIn()) throw new TypeError("There is no token to ask with.");
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

/** The session's token that a request carried; undefined for one that went out with the page's key alone. */
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
