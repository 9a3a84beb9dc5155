import { isNewAccountLimit } from "@sheaf/contract/hook-refusals";
import { hasText } from "./error-texts.ts";

interface ErrorClass {
  /** Code of the error catalogue, or the service's own code if the catalogue has no text for it. */
  code: string;
  /** Seconds. */
  retryAfter?: number | undefined;
}

/** Relevant properties of the errors that the clients throw or return. The clients share no exported type. */
interface Shape {
  name: string;
  /** Parsed from the URL by the auth client, so untrusted. */
  details: unknown;
  message: string;
  code: string;
  status: number;
  hint: unknown;
  reasons: unknown;
  originalError: unknown;
}

/** Errors created by the auth client itself, without a service code. */
const clientMade: Record<string, string> = {
  AuthSessionMissingError: "session.required",
  AuthPKCECodeVerifierMissingError: "pkce_code_verifier_not_found",
  AuthInvalidCredentialsError: "credentials.incomplete",
  AuthInvalidTokenResponseError: "unexpected_failure",
  AuthRefreshDiscardedError: "session.renewed_elsewhere",
  // Browsers report both a dismissed and an expired passkey dialog this way.
  NotAllowedError: "passkey.cancelled",
  TimeoutError: "network.timeout",
};

/** Errors of redirects; their code comes from the URL. */
const redirectErrors = new Set(["AuthImplicitGrantRedirectError", "AuthPKCEGrantCodeExchangeError"]);

/** Classifies an error. The only place that reads message text, and only where there is no code. */
export function classifyError(error: unknown): ErrorClass {
  const shape = shapeOf(error);
  if (shape.originalError) return fromWithin(shape);
  if (shape.name === "AuthWeakPasswordError") return { code: weakPassword(shape.reasons) };
  const made = clientMade[shape.name];
  if (made) return { code: made };
  if (redirectErrors.has(shape.name)) return { code: fromAddress(shape.details) };
  if (shape.name === "AuthUnknownError") return { code: "unexpected_failure" };
  if (shape.name === "AuthRetryableFetchError") {
    return { code: shape.status > 0 ? "service.unavailable" : "network.unreachable" };
  }
  if (isUnreachable(shape)) return { code: "network.unreachable" };

  // A malformed id is treated like an unknown one.
  if (shape.code === "22P02") return { code: "not_found" };

  // Sheaf's database functions raise their code as the message; the SQLSTATE only sets the HTTP status.
  const own = hasText(shape.message) ? shape.message : shape.code;
  // Auth returns the code "unknown" for a hook's refusal; the status says more.
  if (hasText(own) && own !== "unknown") return { code: own, retryAfter: secondsToWait(shape) };
  if (shape.status === 429) {
    const code = isNewAccountLimit(shape.message) ? "over_new_account_limit" : "over_request_rate_limit";
    return { code, retryAfter: secondsToWait(shape) };
  }
  if (shape.status === 401) return { code: "session.required" };
  if (shape.status === 404) return { code: "not_found" };
  if (shape.status === 413) return { code: "file.too_large" };
  if (shape.status >= 500) return { code: "service.unavailable" };
  return { code: own || "unknown" };
}

/** The wrapped error is more specific than its wrapper, unless it is unknown. */
function fromWithin({ name, originalError }: Shape): ErrorClass {
  const inner = classifyError(originalError);
  return name === "AuthUnknownError" && inner.code === "unknown" ? { code: "unexpected_failure" } : inner;
}

/** Accepts only codes of the catalogue; text from the URL is never shown. */
function fromAddress(details: unknown): string {
  const code =
    typeof details === "object" && details !== null && "code" in details ? details.code : undefined;
  return typeof code === "string" && hasText(code) ? code : "link.unusable";
}

function shapeOf(error: unknown): Shape {
  const given: Partial<Record<keyof Shape | "statusCode", unknown>> =
    typeof error === "object" && error !== null ? error : {};
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  // Storage responds with 400 to almost everything and puts the actual status into the body, as a string.
  const inner = Number(text(given.statusCode));
  const outer = typeof given.status === "number" ? given.status : -1;
  return {
    name: text(given.name),
    details: given.details,
    message: text(given.message),
    code: text(given.code),
    status: Number.isInteger(inner) && inner > 0 ? inner : outer,
    hint: given.hint,
    reasons: given.reasons,
    originalError: given.originalError,
  };
}

/** True for a request without a response: fetch's TypeError, which the data client reports as text. */
function isUnreachable({ name, message, code }: Shape): boolean {
  return code === "" && (name === "TypeError" || message.startsWith("TypeError:"));
}

function weakPassword(reasons: unknown): string {
  const code = `weak_password.${Array.isArray(reasons) ? reasons[0] : ""}`;
  return hasText(code) ? code : "weak_password";
}

/** Auth and its hooks state the seconds only in a message; `createPlatformFetch` passes the header on as a hint. */
function secondsToWait({ code, message, hint, status }: Shape): number | undefined {
  if (!code.startsWith("over_") && status !== 429) return undefined;
  const seconds =
    typeof hint === "string"
      ? hint.match(/^\d+$/)?.[0]
      : message.match(/(?:after|again in) (\d+) second/)?.[1];
  return seconds ? Number(seconds) : undefined;
}
