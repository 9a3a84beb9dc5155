import { type ErrorCode, isErrorCode } from "@sheaf/contract/errors/describe-error";
import type { PlatformAccess, PlatformResponse } from "../http/platform-fetch.ts";

/** A session as the platform sends it; the auth clients store every field. */
export interface PlatformSession {
  access_token: string;
  [field: string]: unknown;
}

export type SessionResponse =
  | { kind: "session"; session: PlatformSession }
  /** The platform judged the code; retrying cannot succeed. */
  | { kind: "refused"; code: ErrorCode }
  /** It didn't, and the code and its verifier are still valid. */
  | { kind: "undecided"; code: ErrorCode };

export interface CodeRequest {
  code: string;
  verifier: string;
  /** The client, for the platform's list of devices and rate limits. */
  userAgent: string;
  address: string;
}

/** Since this version, errors carry their code in `code`; before, in `error_code`. */
const apiVersion = "2024-01-01";

/** Statuses of gateways and of a failing platform, which say nothing about the code. The latter part is a CDN's. */
const unavailable: ReadonlySet<number> = new Set([
  500, 501, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 528, 529, 530,
]);

/** Asks the platform for the session of a code, as the auth client does. Never rejects. */
export function createRequestSession(
  options: PlatformAccess,
): (request: CodeRequest) => Promise<SessionResponse> {
  const { publishableKey } = options;
  const url = `${options.platformUrl}/auth/v1/token?grant_type=pkce`;
  const headers = {
    apikey: publishableKey,
    Authorization: `Bearer ${publishableKey}`,
    "Content-Type": "application/json;charset=UTF-8",
    "X-Supabase-Api-Version": apiVersion,
  };

  return async ({ code, verifier, userAgent, address }) => {
    let response: PlatformResponse;
    let text: string;
    try {
      response = await options.fetch(url, {
        method: "POST",
        headers: { ...headers, "User-Agent": userAgent, "Sb-Forwarded-For": address },
        body: JSON.stringify({ auth_code: code, code_verifier: verifier }),
      });
      text = await response.text();
    } catch {
      return { kind: "undecided", code: "service.unavailable" };
    }
    if (unavailable.has(response.status)) return { kind: "undecided", code: "service.unavailable" };
    const body = parse(text);
    if (response.ok) {
      // Not JSON, so something else answered in the platform's place.
      if (body === undefined) return { kind: "undecided", code: "service.unavailable" };
      return isSession(body)
        ? { kind: "session", session: withExpiry(body) }
        : { kind: "refused", code: "unknown" };
    }
    const kind = response.status === 429 ? "undecided" : "refused";
    return { kind, code: codeOf(body, response.headers.get("X-Supabase-Api-Version")) };
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fieldsOf(body: unknown): Record<string, unknown> {
  return typeof body === "object" && body !== null ? { ...body } : {};
}

function isSession(body: unknown): body is PlatformSession {
  const { access_token: token, refresh_token: refresh, expires_in: seconds, user, id } = fieldsOf(body);
  const hasUser = (user ?? (typeof id === "string" ? id : null)) !== null;
  return typeof token === "string" && token !== "" && Boolean(refresh) && Boolean(seconds) && hasUser;
}

/** The time of expiry by our clock, if the platform sent only the lifetime in seconds. */
function withExpiry(session: PlatformSession): PlatformSession {
  if (session["expires_at"]) return session;
  return { ...session, expires_at: Math.round(Date.now() / 1000) + Number(session["expires_in"]) };
}

function codeOf(body: unknown, version: string | null): ErrorCode {
  const { code, error_code: olderCode } = fieldsOf(body);
  const isDated = version !== null && /^2\d{3}-\d\d-\d\d$/.test(version) && version >= apiVersion;
  const given = isDated && typeof code === "string" ? code : olderCode;
  return typeof given === "string" && isErrorCode(given) ? given : "unknown";
}
