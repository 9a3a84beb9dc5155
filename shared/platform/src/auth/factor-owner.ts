import type { Context } from "hono";
import type { AuthDeps, Unit } from "./auth.deps.ts";
import { AuthError, unexpectedFailure } from "./auth.errors.ts";
import { asCaller } from "./bearer.ts";
import { findFactor, type StoredFactor } from "./factor.repository.ts";
import type { SessionRow } from "./session.repository.ts";
import type { UserRow } from "./user.model.ts";
import { isUuid } from "./uuid.ts";

export interface SessionCaller {
  user: UserRow;
  session: SessionRow;
}

/**
 * Runs `work` for a caller whose token names a session: second factors belong to one.
 *
 * @throws as `asCaller` does; `no_authorization` for a guest's account.
 */
export async function inSession<T>(
  deps: AuthDeps,
  c: Context,
  work: (unit: Unit, caller: SessionCaller) => Promise<T>,
): Promise<T> {
  return asCaller(deps, c, (unit, { user, session }) => {
    // Only a token made by hand names none; the service fails here as if by accident.
    if (!session) throw unexpectedFailure();
    if (user.is_anonymous) {
      throw new AuthError(403, "no_authorization", "Anonymous user not allowed to perform these actions");
    }
    return work(unit, { user, session });
  });
}

/** Runs `work` for the person whose factor the path names. Somebody else's factor is as unknown as none. */
export async function asFactorOwner<T>(
  deps: AuthDeps,
  c: Context,
  work: (unit: Unit, owner: SessionCaller & { factor: StoredFactor }) => Promise<T>,
): Promise<T> {
  const id = c.req.param("id") ?? "";
  return inSession(deps, c, async (unit, caller) => {
    if (!isUuid(id)) throw new AuthError(404, "validation_failed", "factor_id must be an UUID");
    const factor = await findFactor(unit.query, { id, userId: caller.user.id });
    if (!factor) throw new AuthError(404, "mfa_factor_not_found", "Factor not found");
    return work(unit, { ...caller, factor });
  });
}

/** @throws `mfa_totp_verify_not_enabled` and its like: a factor may be older than the settings. */
export function requireVerifiable(deps: AuthDeps, factor: StoredFactor): void {
  if (factor.factor_type === "totp" && deps.settings.mfa.totp.verifyEnabled) return;
  const kind = factorKinds.find((known) => known.type === factor.factor_type);
  throw new AuthError(
    422,
    `mfa_${factor.factor_type}_verify_not_enabled`,
    `MFA verification is disabled for ${kind?.name ?? factor.factor_type}`,
  );
}

/** Kinds of factor that the wire has, with the names that its sentences use. */
export const factorKinds = [
  { type: "totp", name: "TOTP" },
  { type: "phone", name: "Phone" },
  { type: "webauthn", name: "WebAuthn" },
] as const;
