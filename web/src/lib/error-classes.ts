import { isErrorCode } from "@sheaf/contract/errors/describe-error";

interface ErrorClass {
  /** A code of the catalogue, or the service's own code where the catalogue has no words for it. */
  code: string;
  /** Seconds. */
  retryAfter?: number | undefined;
}

/** What the clients throw or return, in the parts that say something. None of them is exported by every client. */
interface Shape {
  name: string;
  /** What an address said, as the auth client read it: anybody may have written it. */
  details: unknown;
  message: string;
  code: string;
  status: number;
  hint: unknown;
  reasons: unknown;
  originalError: unknown;
}

/** Errors that the auth client makes up itself and that carry no code of the service. */
const clientMade: Record<string, string> = {
  AuthSessionMissingError: "session.required",
  AuthPKCECodeVerifierMissingError: "pkce_code_verifier_not_found",
  AuthInvalidCredentialsError: "credentials.incomplete",
  AuthInvalidTokenResponseError: "unexpected_failure",
  AuthRefreshDiscardedError: "session.renewed_elsewhere",
  // The browser says so of a request that the person closed, and of one that nobody answered.
  NotAllowedError: "passkey.cancelled",
  TimeoutError: "network.timeout",
};

/** Failures on the way back to us by a redirect; their code is what the address said. */
const redirectErrors = new Set(["AuthImplicitGrantRedirectError", "AuthPKCEGrantCodeExchangeError"]);

/** Why the browser or its authenticator made or showed no passkey, by the auth client's own codes. */
const passkeyCodes: Record<string, string> = {
  ERROR_CEREMONY_ABORTED: "passkey.aborted",
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: "webauthn_credential_exists",
  ERROR_AUTHENTICATOR_GENERAL_ERROR: "passkey.device_failed",
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: "passkey.unsupported",
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: "passkey.unsupported",
  ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG: "passkey.unsupported",
  ERROR_AUTO_REGISTER_USER_VERIFICATION_FAILURE: "passkey.cancelled",
  ERROR_INVALID_DOMAIN: "passkey.misconfigured",
  ERROR_INVALID_RP_ID: "passkey.misconfigured",
  ERROR_INVALID_USER_ID_LENGTH: "passkey.misconfigured",
  ERROR_MALFORMED_PUBKEYCREDPARAMS: "passkey.misconfigured",
  ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY: "passkey.device_failed",
};

/** Which error this is. Message text is looked at here, where nothing better is said, and nowhere else. */
export function classifyError(error: unknown): ErrorClass {
  const shape = shapeOf(error);
  if (shape.originalError) return fromWithin(shape);
  if (shape.name === "AuthWeakPasswordError") return { code: weakPassword(shape.reasons) };
  const made = clientMade[shape.name];
  if (made) return { code: made };
  if (redirectErrors.has(shape.name)) return { code: fromAddress(shape.details) };
  const passkey = passkeyCodes[shape.code];
  if (passkey) return { code: passkey };
  if (shape.name === "AuthUnknownError") return { code: "unexpected_failure" };
  if (shape.name === "AuthRetryableFetchError") {
    return { code: shape.status > 0 ? "service.unavailable" : "network.unreachable" };
  }
  if (isUnreachable(shape)) return { code: "network.unreachable" };

  // What is no id at all names nothing: the same answer as for an id that is not there.
  if (shape.code === "22P02") return { code: "not_found" };

  // Functions of ours raise their stable code as the message; the SQLSTATE beside it only sets the status.
  const own = isErrorCode(shape.message) ? shape.message : shape.code;
  if (isErrorCode(own)) return { code: own, retryAfter: secondsToWait(shape) };
  if (shape.status === 429) return { code: "over_request_rate_limit", retryAfter: secondsToWait(shape) };
  if (shape.status === 401) return { code: "session.required" };
  if (shape.status === 404) return { code: "not_found" };
  if (shape.status === 413) return { code: "file.too_large" };
  if (shape.status >= 500) return { code: "service.unavailable" };
  return { code: own || "unknown" };
}

/** A wrapper says less than what it wraps, unless that says nothing. */
function fromWithin({ name, originalError }: Shape): ErrorClass {
  const inner = classifyError(originalError);
  return name === "AuthUnknownError" && inner.code === "unknown" ? { code: "unexpected_failure" } : inner;
}

/** Only codes that have words of ours; a sentence from an address is never taken over. */
function fromAddress(details: unknown): string {
  const said =
    typeof details === "object" && details !== null && "code" in details ? details.code : undefined;
  return typeof said === "string" && isErrorCode(said) ? said : "link.unusable";
}

function shapeOf(error: unknown): Shape {
  const given: Partial<Record<keyof Shape | "statusCode", unknown>> =
    typeof error === "object" && error !== null ? error : {};
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  // Storage answers 400 to nearly everything and says the true status in its body, as text.
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

/** A request that got no answer: fetch's TypeError, told by the data client as text. */
function isUnreachable({ name, message, code }: Shape): boolean {
  return code === "" && (name === "TypeError" || message.startsWith("TypeError:"));
}

function weakPassword(reasons: unknown): string {
  const code = `weak_password.${Array.isArray(reasons) ? reasons[0] : ""}`;
  return isErrorCode(code) ? code : "weak_password";
}

/** Auth names the seconds in its sentence alone; our own fetch passes the header on as a hint. */
function secondsToWait({ code, message, hint }: Shape): number | undefined {
  if (!code.startsWith("over_")) return undefined;
  const said = typeof hint === "string" ? hint.match(/^\d+$/)?.[0] : message.match(/after (\d+) second/)?.[1];
  return said ? Number(said) : undefined;
}
