import type { ErrorCode } from "@sheaf/contract/errors/describe-error";
import { authError, restError, storageError } from "../service-errors.ts";
import type { RecordedRequest } from "../tape/tape.ts";

/** Path prefixes of the platform's services. */
const roots = { auth: "/auth/v1/", rest: "/rest/v1/", storage: "/storage/v1/" } as const;

export type Service = keyof typeof roots;

export function isRequestTo(service: Service, { path }: RecordedRequest): boolean {
  return path.startsWith(roots[service]);
}

export function isRefresh({ path, query }: RecordedRequest): boolean {
  return path === "/auth/v1/token" && query.some(([, value]) => value === "refresh_token");
}

/** True for Auth endpoints that require a session. */
export function needsSession({ path }: RecordedRequest): boolean {
  return /^\/auth\/v1\/(user|factors|logout|passkeys|reauthenticate)\b/.test(path);
}

/** True for data that needs no session: the preview behind a request link. */
export function isPublic({ path }: RecordedRequest): boolean {
  return path === "/rest/v1/rpc/peek_request";
}

interface Refusal {
  /** HTTP status. */
  status: number;
  code: ErrorCode;
  /** Seconds to wait before the next request. */
  retryAfter?: number;
}

/** An error response in the format of the requested service. */
export function refused(request: RecordedRequest, refusal: Refusal): Response {
  if (isRequestTo("auth", request)) return authError(refusal);
  return isRequestTo("storage", request) ? storageError(refusal) : restError(refusal);
}

/** The error for an expired token, in the format of the requested service. */
export function tokenRefused(request: RecordedRequest): Response {
  return isRequestTo("storage", request)
    ? refused(request, { status: 400, code: "InvalidJWT" })
    : refused(request, { status: 401, code: "PGRST303" });
}
