import type { ContentfulStatusCode } from "hono/utils/http-status";

/** An error answered to the caller: HTTP status, stable code and GoTrue's message. */
export class AuthError extends Error {
  readonly status: ContentfulStatusCode;
  readonly code: string;
  /** Only for `weak_password`. */
  readonly reasons: readonly string[] | undefined;

  constructor(status: ContentfulStatusCode, code: string, message: string, reasons?: readonly string[]) {
    super(message);
    this.name = "AuthError";
    this.status = status;
    this.code = code;
    this.reasons = reasons;
  }
}

/** An error in the form of RFC 6749, which a few failures of the token endpoint have. Always 400. */
export class OAuthError extends Error {
  readonly error: string;

  constructor(error: string, description: string) {
    super(description);
    this.name = "OAuthError";
    this.error = error;
  }
}

export function validationFailed(message: string): AuthError {
  return new AuthError(400, "validation_failed", message);
}

export function invalidCredentials(): AuthError {
  return new AuthError(400, "invalid_credentials", "Invalid login credentials");
}

/** Same status and code for every cause, so that trying codes and links reveals nothing. */
export function tokenExpired(by: "code" | "link"): AuthError {
  const message = by === "code" ? "Token has expired or is invalid" : "Email link is invalid or has expired";
  return new AuthError(403, "otp_expired", message);
}

export function userBanned(status: 400 | 403, message = "User is banned"): AuthError {
  return new AuthError(status, "user_banned", message);
}

export function emailLoginsDisabled(): AuthError {
  return new AuthError(400, "email_provider_disabled", "Email logins are disabled");
}

/** A hook's refusal of a request. The service has no separate code for it. */
export function hookRefusal(status: number | undefined, message: string): AuthError {
  const known = status !== undefined && status >= 400 && status <= 599 ? status : 500;
  return new AuthError(
    known as ContentfulStatusCode,
    known === 500 ? "unexpected_failure" : "unknown",
    message,
  );
}

export function unexpectedFailure(): AuthError {
  return new AuthError(
    500,
    "unexpected_failure",
    "Unexpected failure, please check server logs for more information",
  );
}
