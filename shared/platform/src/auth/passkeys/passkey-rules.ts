import type { AuthDeps, Unit } from "../auth.deps.ts";
import { AuthError, validationFailed } from "../auth.errors.ts";
import type { Caller } from "../sessions/bearer.ts";
import { hasVerifiedFactor } from "../factors/factor.repository.ts";
import { isUuid } from "../http/uuid.ts";
import { textField, type Body } from "../http/request-body.ts";
import type { PasskeySettings } from "../settings.ts";

/** Timeout of the browser's dialog. Milliseconds. */
export const ceremonyTimeoutMs = 300_000;

/** Passkeys per account, the service's default. */
export const maxPasskeys = 10;

/** @throws `passkey_disabled`. */
export function requirePasskeys(deps: AuthDeps): PasskeySettings {
  if (deps.settings.passkeys) return deps.settings.passkeys;
  throw new AuthError(404, "passkey_disabled", "Passkeys are disabled");
}

/**
 * Passkeys are credentials, so managing them needs `aal2` if the account has a verified factor.
 *
 * @throws `insufficient_aal`, `email_not_confirmed`.
 */
export async function requireManagement(unit: Unit, { user, session }: Caller): Promise<void> {
  if (!user.confirmed_at) throw new AuthError(403, "email_not_confirmed", "Email not confirmed");
  if (session?.aal === "aal2") return;
  if (!(await hasVerifiedFactor(unit.query, user.id))) return;
  throw new AuthError(
    403,
    "insufficient_aal",
    "AAL2 session is required to manage passkeys when MFA is enabled",
  );
}

/** Reads an authenticator's response from the body. @throws `validation_failed`. */
export function readCeremony(body: Body): { challengeId: string; credential: object } {
  const challengeId = textField(body, "challenge_id");
  if (challengeId === "") throw validationFailed("challenge_id is required");
  const credential = body["credential"] ?? undefined;
  if (credential === undefined) throw validationFailed("credential is required");
  if (!isUuid(challengeId)) throw validationFailed("challenge_id must be a valid UUID");
  if (typeof credential !== "object") throw notVerified("Invalid credential response");
  return { challengeId, credential };
}

export function challengeNotFound(): AuthError {
  return new AuthError(400, "webauthn_challenge_not_found", "Challenge not found or already used");
}

export function challengeExpired(): AuthError {
  return new AuthError(400, "webauthn_challenge_expired", "Challenge has expired");
}

export function notVerified(message = "Credential verification failed"): AuthError {
  return new AuthError(400, "webauthn_verification_failed", message);
}

export function tooManyPasskeys(): AuthError {
  return new AuthError(422, "too_many_passkeys", "Maximum number of passkeys reached");
}
