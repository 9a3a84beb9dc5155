import type { ErrorCode } from "@sheaf/contract/errors/describe-error";
import { http } from "msw/http";
import { answer } from "../answer.ts";
import type { Fault, FaultOptions } from "../fault.ts";
import { apiVersion, authError } from "../service-errors.ts";

/** Endpoints the page and the sidecar call, below `/auth/v1`. */
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

export interface AuthRefusal extends FaultOptions {
  path: AuthPath;
  /** HTTP status. */
  status: number;
  code: ErrorCode;
  message?: string;
  /** Seconds, as the service says them when it wants a pause. */
  retryAfter?: number;
}

/** One endpoint refuses, whatever its method. */
export function authFails({ path, once = false, ...refusal }: AuthRefusal): Fault {
  return (platformUrl) => http.all(`${platformUrl}/auth/v1${path}`, () => authError(refusal), { once });
}

/** A code or link was sent, as far as the page is told. */
export function authSendsMail({
  path = "/otp",
  once = false,
}: { path?: AuthPath } & FaultOptions = {}): Fault {
  return (platformUrl) =>
    http.post(`${platformUrl}/auth/v1${path}`, () => answer({}, { headers: apiVersion }), {
      once,
    });
}

interface AuthAnswer extends FaultOptions {
  path: AuthPath;
  method?: "get" | "post" | "put" | "patch" | "delete";
  /** JSON; with a function each request is answered anew, from the JSON that it brought. */
  body: unknown;
}

/** One endpoint answers. */
export function authAnswers({ path, method = "get", body, once = false }: AuthAnswer): Fault {
  return (platformUrl) =>
    http[method](
      `${platformUrl}/auth/v1${path}`,
      async ({ request }) => {
        const sent: unknown = await request.json().catch(() => undefined);
        return answer(typeof body === "function" ? body(sent) : body, { headers: apiVersion });
      },
      { once },
    );
}
