import type { AuthError } from "./auth.errors.ts";
import type { TokenResponse } from "./token-response.ts";

/** Said where one of two addresses has agreed to an e-mail change. */
export const halfConfirmed =
  "Confirmation link accepted. Please proceed to confirm link sent to the other email";

/** `error` of RFC 6749 for a status; other statuses have none. */
const oauthErrors: Readonly<Record<number, string>> = {
  400: "invalid_request",
  401: "unauthorized_client",
  403: "access_denied",
  500: "server_error",
  503: "temporarily_unavailable",
};

/** The target with an authorization code; what its query said stays. */
export function withCode(target: string, code: string): string {
  const url = new URL(target);
  url.searchParams.set("code", code);
  return url.href;
}

/** The target with a session in its fragment, which no server sees. @param also what else the reader needs. */
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

/** The target with an error: always in the fragment, and in the query too where a server waits for a code. */
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

/** What a provider's way back says of an error. @param oauth `error` of RFC 6749. */
export interface ProviderProblem {
  oauth: string;
  /** Of ours; a provider's own refusal has none. */
  code: string | undefined;
  description: string;
}

/** These end at someone's own door, whatever their status. */
const refusals = new Set(["signup_disabled", "user_banned", "provider_email_needs_verification"]);

export function problemOf(error: AuthError): ProviderProblem {
  const oauth = refusals.has(error.code) ? "access_denied" : (oauthErrors[error.status] ?? "server_error");
  return { oauth, code: error.code, description: error.message };
}

/** The target with what went wrong at or after the provider, in query and fragment alike. */
export function withProblem(target: string, problem: ProviderProblem): string {
  return withFragment(withProblemInQuery(target, problem), { ...problemParameters(problem), sb: "" });
}

/** The same for a way back that names no flow: the query alone. */
export function withProblemInQuery(target: string, problem: ProviderProblem): string {
  return withQuery(target, problemParameters(problem));
}

function problemParameters({ oauth, code, description }: ProviderProblem) {
  return { error: oauth, ...(code && { error_code: code }), error_description: description };
}

export function withMessage(target: string, exchange: boolean): string {
  const message = { message: halfConfirmed };
  return withFragment(exchange ? withQuery(target, message) : target, { ...message, sb: "" });
}

function withQuery(target: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(target);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** By hand: a URL object would encode the fragment a second time. */
function withFragment(target: string, parameters: Readonly<Record<string, string>>): string {
  return `${target.split("#", 1)[0] ?? ""}#${new URLSearchParams(parameters).toString()}`;
}
