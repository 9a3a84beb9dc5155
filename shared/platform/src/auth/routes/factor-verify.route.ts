import type { Context } from "hono";
import type { AuthDeps, Unit } from "../auth.deps.ts";
import { AuthError, validationFailed } from "../auth.errors.ts";
import {
  deleteChallenge,
  findChallenge,
  isChallengeExpired,
  markChallengeUsed,
  type Challenge,
} from "../factors/factor-challenge.repository.ts";
import { notify } from "../email/notify.ts";
import { clientOf } from "../sessions/client.ts";
import { withFactorOwner, requireVerifiable } from "../factors/factor-owner.ts";
import type { StoredFactor } from "../factors/factor.repository.ts";
import { reportCode } from "../hooks/attempts.ts";
import { waitForBody, readBody, textField, uuidField } from "../http/request-body.ts";
import { passSecondFactor } from "../factors/pass-second-factor.ts";
import { isTotpCode } from "../factors/totp.ts";

/** `POST /factors/{id}/verify`: answers a challenge and raises the current session. */
export async function postFactorVerify(deps: AuthDeps, c: Context): Promise<Response> {
  await waitForBody(c);
  const attempt = await withFactorOwner(deps, c, async (unit, { user, factor }) => {
    deps.requireAddressAllowance(c, "factorVerify");
    const body = await readBody(c);
    const code = textField(body, "code");
    if (code === "") throw validationFailed("Code needs to be non-empty");
    requireVerifiable(deps, factor);
    const challengeId = uuidField(body, "challenge_id");
    const challenge = await answeredChallenge(c, unit, factor, challengeId);
    if (isChallengeExpired(challenge, unit.now)) {
      await deleteChallenge(unit.query, challenge.id);
      // Returned, not thrown, so that the deletion is committed.
      return expired(challenge);
    }
    const valid = isTotpCode(factor.secret ?? "", code, unit.now);
    return { userId: user.id, factorId: factor.id, factorType: factor.factor_type, challengeId, valid };
  });
  if (attempt instanceof AuthError) throw attempt;
  // Outside any transaction, so that a wrong code stays counted. A wrong code doesn't use up its challenge.
  await reportCode(deps, c, attempt);
  if (!attempt.valid) throw new AuthError(422, "mfa_verification_failed", "Invalid TOTP code entered");
  const passed = await withFactorOwner(deps, c, async (unit, { user, session, factor }) => {
    const challenge = await answeredChallenge(c, unit, factor, attempt.challengeId);
    await markChallengeUsed(unit.query, challenge.id, unit.now);
    if (factor.status !== "verified") {
      notify(deps, unit, { user, change: { name: "mfa_factor_enrolled", FactorType: factor.factor_type } });
    }
    return passSecondFactor(deps, unit, { session, factor });
  });
  return c.json(passed);
}

/** @throws `mfa_factor_not_found`; `mfa_ip_address_mismatch`, also for an answered challenge. */
async function answeredChallenge(
  c: Context,
  { query }: Unit,
  factor: StoredFactor,
  id: string | undefined,
): Promise<Challenge> {
  const attempt = { factorId: factor.id, ip: clientOf(c).ip };
  const challenge = id && (await findChallenge(query, { ...attempt, id }));
  if (!challenge) {
    throw new AuthError(422, "mfa_factor_not_found", "MFA factor with the provided challenge ID not found");
  }
  if (challenge.verified_at || !challenge.same_address) {
    throw new AuthError(422, "mfa_ip_address_mismatch", "Challenge and verify IP addresses mismatch.");
  }
  return challenge;
}

function expired({ id }: Challenge): AuthError {
  return new AuthError(
    422,
    "mfa_challenge_expired",
    `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
  );
}
