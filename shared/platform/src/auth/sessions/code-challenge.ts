import { createHash, timingSafeEqual } from "node:crypto";
import { type AuthError, unexpectedFailure, validationFailed } from "../auth.errors.ts";
import { textField, type Body } from "../http/request-body.ts";

/** Challenge of a code exchange (RFC 7636). Only the holder of its verifier gets the session. */
export interface CodeChallenge {
  challenge: string;
  method: "s256" | "plain";
}

/**
 * @param body with `code_challenge` and `code_challenge_method`.
 * @param otherMethod the error for an unknown method. On endpoints that send email the service answers 500.
 * @returns undefined if no exchange is requested.
 * @throws `validation_failed`.
 */
export function readCodeChallenge(
  body: Body,
  otherMethod: () => AuthError = unexpectedFailure,
): CodeChallenge | undefined {
  const challenge = textField(body, "code_challenge");
  const method = textField(body, "code_challenge_method").toLowerCase();
  if (challenge === "" && method === "") return undefined;
  if (challenge === "" || method === "") {
    throw validationFailed("PKCE flow requires code_challenge_method and code_challenge");
  }
  if (challenge.length < 43 || challenge.length > 128) {
    throw validationFailed("code challenge has to be between 43 and 128 characters");
  }
  if (!/^[\w.~-]+$/.test(challenge)) {
    throw validationFailed(
      "code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes",
    );
  }
  if (method !== "s256" && method !== "plain") throw otherMethod();
  return { challenge, method };
}

export function isVerifierOf(expected: CodeChallenge, verifier: string): boolean {
  const given =
    expected.method === "plain" ? verifier : createHash("sha256").update(verifier).digest("base64url");
  const a = Buffer.from(expected.challenge);
  const b = Buffer.from(given);
  return a.length === b.length && timingSafeEqual(a, b);
}
