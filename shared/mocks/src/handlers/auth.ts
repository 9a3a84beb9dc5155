import type { ErrorCode } from "@sheaf/contract/errors/describe-error";
import { http } from "msw/http";
import { jsonResponse } from "../json-response.ts";
import type { PlatformHandler, HandlerOptions } from "../platform-handler.ts";
import { apiVersion, authError } from "../service-errors.ts";

/** Endpoints below `/auth/v1` that the page and the sidecar call. */
export type AuthPath =
  | "/otp"
  | "/signup"
  | "/verify"
  | "/token"
  | "/user"
  | "/logout"
  | "/resend"
  | "/recover"
  | "/reauthenticate"
  | "/settings"
  | "/factors"
  | `/factors/${string}`
  | "/passkeys"
  | `/passkeys/${string}`
  | `/user/identities/${string}`;

export interface AuthRefusal extends HandlerOptions {
  path: AuthPath;
  /** HTTP status. */
  status: number;
  code: ErrorCode;
  message?: string;
  /** Seconds. */
  retryAfter?: number;
}

/** Fails requests to one endpoint, with any method. */
export function authFails({ path, once = false, ...refusal }: AuthRefusal): PlatformHandler {
  return (platformUrl) => http.all(`${platformUrl}/auth/v1${path}`, () => authError(refusal), { once });
}

/** Responds as if an email with a code or link was sent. */
export function authSendsEmail({
  path = "/otp",
  once = false,
}: { path?: AuthPath } & HandlerOptions = {}): PlatformHandler {
  return (platformUrl) =>
    http.post(`${platformUrl}/auth/v1${path}`, () => jsonResponse({}, { headers: apiVersion }), {
      once,
    });
}

interface AuthAnswer extends HandlerOptions {
  path: AuthPath;
  method?: "get" | "post" | "put" | "patch" | "delete";
  /** JSON, or a function that returns it for the JSON of each request. */
  body: unknown;
}

/** Answers requests to one endpoint. */
export function authAnswers({ path, method = "get", body, once = false }: AuthAnswer): PlatformHandler {
  return (platformUrl) =>
    http[method](
      `${platformUrl}/auth/v1${path}`,
      async ({ request }) => {
        const sent: unknown = await request.json().catch(() => undefined);
        return jsonResponse(typeof body === "function" ? body(sent) : body, { headers: apiVersion });
      },
      { once },
    );
}
