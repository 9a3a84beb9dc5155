import type { AuthError } from "../auth.errors.ts";
import type { TokenResponse } from "../sessions/token-response.ts";

/** Shown after the first of two confirmations of an email change. */
export const halfConfirmed =
  "Confirmation link accepted. Please proceed to confirm link sent to the other email";

/** `error` of RFC 6749 by status; other statuses have none. */
const oauthErrors: Readonly<Record<number, string>> = {
  400: "invalid_request",
  401: "unauthorized_client",
  403: "access_denied",
  500: "server_error",
  503: "temporarily_unavailable",
};

/** Adds an authorization code to the target's query. */
export function withCode(target: string, code: string): string {
  return withQuery(target, { code });
}

/** Adds a session to the target's fragment, which no server sees. @param also further parameters. */
export function withSession(
  target: string,
  token: TokenResponse,
  also: Readonly<Record<string, string>>,
): string {
  return withFragment(target, {
    access_token: token.access_token,
    expires_at: String(token.expires_at),
    expires_in: String(token.expires_in),
    refresh_token: token.refresh_token,
    sb: "",
    token_type: token.token_type,
    ...also,
  });
}

/** Adds an error to the target's fragment, and to its query if a server waits for a code. */
export function withError(target: string, error: AuthError, exchange: boolean): string {
  const oauth = oauthErrors[error.status];
  const parameters = {
    ...(oauth && { error: oauth }),
    error_code: error.code,
    error_description: error.message,
  };
  const url = exchange ? withQuery(target, parameters) : target;
  return withFragment(url, { ...parameters, sb: "" });
}

/** An error of a provider sign-in. @param oauth `error` of RFC 6749. */
export interface ProviderError {
  oauth: string;
  /** Undefined for the provider's own refusals. */
  code: string | undefined;
  description: string;
}

/** Errors reported as `access_denied`, whatever their status. */
const refusals = new Set(["signup_disabled", "user_banned", "provider_email_needs_verification"]);

export function providerErrorOf(error: AuthError): ProviderError {
  const oauth = refusals.has(error.code) ? "access_denied" : (oauthErrors[error.status] ?? "server_error");
  return { oauth, code: error.code, description: error.message };
}

/** Adds a provider's error to the target's query and fragment. */
export function withProviderError(target: string, problem: ProviderError): string {
  return withFragment(withProviderErrorInQuery(target, problem), {
    ...providerErrorParameters(problem),
    sb: "",
  });
}

/** Adds a provider's error to the query alone, for a callback without a flow. */
export function withProviderErrorInQuery(target: string, problem: ProviderError): string {
  return withQuery(target, providerErrorParameters(problem));
}

function providerErrorParameters({ oauth, code, description }: ProviderError) {
  return { error: oauth, ...(code && { error_code: code }), error_description: description };
}

export function withMessage(target: string, exchange: boolean): string {
  const message = { message: halfConfirmed };
  return withFragment(withQuery(target, exchange ? message : {}), { ...message, sb: "" });
}

/** Sorts the parameters, and leaves the address as it is written: a URL object would put a slash after a bare host. */
function withQuery(target: string, parameters: Readonly<Record<string, string>>): string {
  const [, address = "", written = "", fragment = ""] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(target) ?? [];
  const query = new URLSearchParams(written);
  for (const [name, value] of Object.entries(parameters)) query.set(name, value);
  query.sort();
  return `${address}${query.size > 0 ? `?${query.toString()}` : ""}${fragment}`;
}

/** By hand: a URL object would encode the fragment a second time. */
function withFragment(target: string, parameters: Readonly<Record<string, string>>): string {
  return `${target.split("#", 1)[0] ?? ""}#${new URLSearchParams(parameters).toString()}`;
}
