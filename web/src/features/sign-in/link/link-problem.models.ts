import { describeError, type ErrorCode, isErrorCode } from "@sheaf/contract/errors/describe-error";
import type { AttemptType } from "@sheaf/contract/sidecar";
import { attemptKinds, newCode, signInHref } from "./attempt-kinds.ts";

/** Everything here may come from the URL and is untrusted. */
export interface LinkProblemCase {
  /** Any text; only codes in the catalogue have their own text. */
  code: string;
  type: AttemptType | undefined;
  /** A validated path on this site. */
  next: string | undefined;
  signedIn: boolean;
}

export interface LinkProblemStep {
  heading: string;
  /** The problem, then the next step, in one or two sentences. */
  text: string;
  /** The one next step, with its address below. */
  label: string;
  href: string;
}

export const halfDone: ErrorCode = "email_change.half_done";

/** Auth's code when the database refuses to link an account with another address. */
const refusedByDatabase: ErrorCode = "unexpected_failure";
const otherAddress: ErrorCode = "identity.other_address";

/** Codes that only a provider sign-in can produce, regardless of the type in the URL. */
const atProvider = /^(?:access_denied|bad_oauth_|oauth_|saml_|sso_|provider_|email_address_not_provided)/;

function typeOf(code: string, type: AttemptType | undefined): AttemptType {
  if (code === halfDone) return "email_change";
  if (type !== undefined) return type;
  if (code === "invite_not_found") return "invite";
  return atProvider.test(code) ? "provider" : "magiclink";
}

/** The catalogue's advice for these is to start again; the place for that depends on the type. */
const startAgain: ReadonlySet<string> = new Set<ErrorCode>([
  "otp_expired",
  "pkce_code_verifier_not_found",
  "bad_code_verifier",
  "flow_state_not_found",
  "flow_state_already_used",
  "flow_state_expired",
  "bad_oauth_state",
  "bad_oauth_callback",
  "oauth_client_state_expired",
  "oauth_client_state_not_found",
  "oauth_invalid_state",
  "saml_relay_state_not_found",
  "saml_relay_state_expired",
  "access_denied",
  "invite_not_found",
  "link.unusable",
]);

/** A new code would not help. */
function isClosed(code: string): boolean {
  return code === "user_banned" || describeError(code).group === "ours";
}

/** Text and next step for a link or a provider sign-in that failed. */
export function linkProblemStep({ code: given, type, next, signedIn }: LinkProblemCase): LinkProblemStep {
  const code = type === "link" && given === refusedByDatabase ? otherAddress : given;
  const kind = attemptKinds[typeOf(code, type)];
  const step = signedIn ? kind.in(next) : kind.out(next);
  const known = isErrorCode(code) && code !== "unknown";
  const text = describeError(known ? code : "link.unusable");
  const advice = (!known || startAgain.has(code) ? step.advice : undefined) ?? text.next;
  const closed = known && isClosed(code) && step.label === newCode;
  return {
    heading: code === halfDone ? "1 of 2 addresses confirmed" : kind.heading,
    text: `${known ? text.what : kind.what} ${advice}`,
    ...(closed
      ? { label: "Back to sign in", href: signInHref(next) }
      : { label: step.label, href: step.href }),
  };
}
