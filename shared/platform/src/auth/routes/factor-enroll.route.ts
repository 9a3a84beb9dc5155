import type { Context } from "hono";
import type { AuthDeps, Unit } from "../auth.deps.ts";
import { AuthError, validationFailed } from "../auth.errors.ts";
import { factorKinds, withSessionCaller, type SessionCaller } from "../factors/factor-owner.ts";
import { deleteStaleFactors, insertTotpFactor, listFactors } from "../factors/factor.repository.ts";
import { waitForBody, readBody, textField } from "../http/request-body.ts";
import { newTotpKey } from "../factors/totp.ts";

/** `POST /factors`: enrolls a factor, which has no effect until its first code is verified. */
export async function postFactor(deps: AuthDeps, c: Context): Promise<Response> {
  await waitForBody(c);
  const response = await withSessionCaller(deps, c, async (unit, caller) => {
    const body = await readBody(c);
    requireEnrollable(deps, textField(body, "factor_type"));
    const friendlyName = textField(body, "friendly_name");
    await requireRoom(deps, unit, { ...caller, friendlyName });
    const issuer = textField(body, "issuer") || new URL(deps.settings.siteUrl).host;
    const { secret, uri, qrCode } = newTotpKey({ issuer, account: caller.user.email ?? "" });
    const factor = { userId: caller.user.id, friendlyName, secret, now: unit.now };
    const id = await insertTotpFactor(unit.query, factor);
    return { id, type: "totp", friendly_name: friendlyName, totp: { qr_code: qrCode, secret, uri } };
  });
  return c.json(response);
}

function requireEnrollable(deps: AuthDeps, type: string): void {
  const kind = factorKinds.find((known) => known.type === type);
  if (!kind) throw validationFailed("factor_type needs to be totp, phone, or webauthn");
  if (kind.type === "totp" && deps.settings.mfa.totp.enrollEnabled) return;
  throw new AuthError(422, `mfa_${kind.type}_enroll_not_enabled`, `MFA enroll is disabled for ${kind.name}`);
}

async function requireRoom(
  deps: AuthDeps,
  unit: Unit,
  input: SessionCaller & { friendlyName: string },
): Promise<void> {
  const { user, session, friendlyName } = input;
  await deleteStaleFactors(unit.query, user.id, unit.now);
  const factors = await listFactors(unit.query, user.id);
  // As in the service, two factors without a name conflict.
  if (factors.some((factor) => (factor.friendly_name ?? "") === friendlyName)) {
    throw new AuthError(
      422,
      "mfa_factor_name_conflict",
      `A factor with the friendly name "${friendlyName}" for this user already exists`,
    );
  }
  if (factors.length >= deps.settings.mfa.maxEnrolledFactors) {
    throw new AuthError(
      422,
      "too_many_enrolled_mfa_factors",
      "Maximum number of verified factors reached, unenroll to continue",
    );
  }
  // Otherwise someone who only has the first factor could enroll their own second factor.
  if (factors.some(({ status }) => status === "verified") && session.aal !== "aal2") {
    throw new AuthError(403, "insufficient_aal", "AAL2 required to enroll a new factor");
  }
}
