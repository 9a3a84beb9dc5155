import type { ErrorCode } from "@sheaf/contract/errors/describe-error";
import { authError, restError, storageError } from "../service-errors.ts";
import type { TapedRequest } from "../tape/tape.ts";

/** Services of the platform, by where their paths begin. */
const roots = { auth: "/auth/v1/", rest: "/rest/v1/", storage: "/storage/v1/" } as const;

export type Service = keyof typeof roots;

export function asks(service: Service, { path }: TapedRequest): boolean {
  return path.startsWith(roots[service]);
}

export function isRefresh({ path, query }: TapedRequest): boolean {
  return path === "/auth/v1/token" && query.some(([, value]) => value === "refresh_token");
}

/** Whether Auth answers this only to somebody with a session. */
export function needsSession({ path }: TapedRequest): boolean {
  return /^\/auth\/v1\/(user|factors|logout|passkeys|reauthenticate)\b/.test(path);
}

/** Whether rows and files are given to anybody who asks: what a request's link tells before it knows who came. */
export function isPublic({ path }: TapedRequest): boolean {
  return path === "/rest/v1/rpc/peek_request";
}

interface Refusal {
  /** HTTP status. */
  status: number;
  code: ErrorCode;
  /** Seconds until the service wants to be asked again. */
  retryAfter?: number;
}

/** A refusal as the service that was asked words it. */
export function refused(request: TapedRequest, refusal: Refusal): Response {
  if (asks("auth", request)) return authError(refusal);
  return asks("storage", request) ? storageError(refusal) : restError(refusal);
}

/** An old token, in the words of each service. */
export function tokenRefused(request: TapedRequest): Response {
  return asks("storage", request)
    ? refused(request, { status: 400, code: "InvalidJWT" })
    : refused(request, { status: 401, code: "PGRST303" });
}
