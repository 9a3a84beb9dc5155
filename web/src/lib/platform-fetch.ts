import { decodeJson, partsOf } from "./auth/identity.ts";
import { refreshFetch } from "./auth/refresh-fetch.ts";
import { loadErrorTexts } from "./error-texts.ts";

interface PlatformFetchDeps {
  /** Resolves to a fresh token, or undefined if none is available. */
  renewToken: () => Promise<string | undefined>;
  /** True if the page has a session. */
  isSignedIn: () => boolean;
  /** Resolves to a CAPTCHA's token. Undefined if Auth asks for none. */
  solveCaptcha?: (() => Promise<string>) | undefined;
}

/** Requests to Auth that need a CAPTCHA: those that send an email, and those that start a sign-in. */
const guarded = /^\/auth\/v1\/(otp|recover|resend|signup|token|passkeys\/authentication\/options)$/;
/** Grants of `/token` that follow another proof. */
const unguardedGrants = new Set(["pkce", "refresh_token", "id_token"]);

/**
 * `fetch` for the platform's client, with these additions:
 *
 * - Refreshing the session survives short network failures.
 * - Where Auth asks for a CAPTCHA, it is solved first and its token added.
 * - A request refused for an expired token is repeated once with a new one of the same user: the client judges a token's
 *   age by this device's clock, which may be minutes behind.
 * - A signed-in page never sends a request with only the publishable key. The client would do so if a refresh failed,
 *   and the anonymous response would look like the user's own data.
 * - The data client drops response headers, so `Retry-After` of a 429 is copied into the body, in the shape of a
 *   database error.
 * - A refusal waits for the texts of errors, which tell known codes apart.
 */
export function createPlatformFetch(deps: PlatformFetchDeps): typeof fetch {
  const send = createRequest(deps);
  return async (input, init) => {
    const response = await send(input, init);
    if (!response.ok) await loadErrorTexts();
    return response;
  };
}

function createRequest({ renewToken, isSignedIn, solveCaptcha }: PlatformFetchDeps): typeof fetch {
  return async (input, init) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input);
    if (pathname.startsWith("/auth/v1/")) {
      const grant = searchParams.get("grant_type") ?? "";
      if (grant === "refresh_token") return refreshFetch(() => fetch(input, init));
      if (!solveCaptcha || !guarded.test(pathname) || unguardedGrants.has(grant)) return fetch(input, init);
      const token = await solveCaptcha().catch(() => undefined);
      return token === undefined ? captchaFailed() : fetch(input, withCaptcha(init, token));
    }
    const used = bearerOf(init);
    if (used === undefined && isSignedIn()) throw new TypeError("No access token is available.");
    const response = await fetch(input, init);
    if (response.status === 429) return limited(response);
    if (response.status !== 401 || used === undefined) return response;
    const token = await renewToken();
    if (token === undefined || token === used || userOf(token) !== userOf(used)) return response;
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

const userOf = (token: string): unknown => partsOf(decodeJson(token.split(".")[1] ?? ""))["sub"];

function withCaptcha(init: RequestInit | undefined, token: string): RequestInit {
  const body: unknown = typeof init?.body === "string" ? JSON.parse(init.body) : {};
  const security = { gotrue_meta_security: { captcha_token: token } };
  return { ...init, body: JSON.stringify(Object.assign({}, body, security)) };
}

/** Like Auth's own answer. The client turns an exception into a lost connection. */
function captchaFailed(): Response {
  const body = { code: "captcha_failed", message: "captcha_failed" };
  // The client ignores the code without this header.
  return Response.json(body, { status: 400, headers: { "x-supabase-api-version": "2024-01-01" } });
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
