import type { ContentfulStatusCode } from "hono/utils/http-status";

/** A refusal that the caller is told about: HTTP status, stable code, and GoTrue's sentence for it. */
export class AuthError extends Error {
  readonly status: ContentfulStatusCode;
  readonly code: string;
  /** Why a password was refused; present for `weak_password` alone. */
  readonly reasons: readonly string[] | undefined;

  constructor(status: ContentfulStatusCode, code: string, message: string, reasons?: readonly string[]) {
    super(message);
    this.name = "AuthError";
    this.status = status;
    this.code = code;
    this.reasons = reasons;
  }
}

/** A refusal in the words of RFC 6749, which a few failures of the token endpoint have; always 400. */
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

/** Code and link fail with one status and code whatever the cause, so that nothing can be learnt by trying. */
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

export function unexpectedFailure(): AuthError {
  return new AuthError(
    500,
    "unexpected_failure",
    "Unexpected failure, please check server logs for more information",
  );
}
