import type { ErrorCode } from "@sheaf/contract/errors/describe-error";
import { answer } from "../answer.ts";
import type { TapedRequest } from "../tape/tape.ts";

/** Services of the platform, by where their paths begin. */
const roots = { auth: "/auth/v1/", rest: "/rest/v1/", storage: "/storage/v1/" } as const;

export type Service = keyof typeof roots;

export function asks(service: Service, { path }: TapedRequest): boolean {
  return path.startsWith(roots[service]);
}

/** A request that changes something. PostgREST's functions are all called by POST, so these count as writing too. */
export function writes({ method }: TapedRequest): boolean {
  return method !== "GET" && method !== "HEAD";
}

export function isRefresh({ path, query }: TapedRequest): boolean {
  return path === "/auth/v1/token" && query.some(([, value]) => value === "refresh_token");
}

interface Refusal {
  /** HTTP status. */
  status: number;
  code: ErrorCode;
  /** Seconds until the service wants to be asked again. */
  retryAfter?: number;
}

/** A refusal as the service that was asked words it. */
export function refused(request: TapedRequest, { status, code, retryAfter }: Refusal): Response {
  const pause = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
  if (asks("auth", request)) {
    return answer(
      { code, message: code },
      { status, headers: { ...pause, "x-supabase-api-version": "2024-01-01" } },
    );
  }
  if (asks("storage", request)) {
    const body = { statusCode: String(status), error: code, message: code, code };
    // The service says all but its own failures with one status.
    return answer(body, { status: status < 500 ? 400 : status, headers: pause });
  }
  return answer({ code, message: code, details: null, hint: null }, { status, headers: pause });
}

/** An old token, in the words of each service. */
export function tokenRefused(request: TapedRequest): Response {
  return asks("storage", request)
    ? refused(request, { status: 400, code: "InvalidJWT" })
    : refused(request, { status: 401, code: "PGRST303" });
}
