import type { Context } from "hono";
import type { AuthDeps, Unit } from "../auth.deps.ts";
import { AuthError, unexpectedFailure } from "../auth.errors.ts";
import { withCaller } from "../sessions/bearer.ts";
import { findFactor, type StoredFactor } from "./factor.repository.ts";
import type { SessionRow } from "../sessions/session.repository.ts";
import type { UserRow } from "../accounts/user.model.ts";
import { isUuid } from "../http/uuid.ts";

export interface SessionCaller {
  user: UserRow;
  session: SessionRow;
}

/**
 * Runs `work` for a caller whose token names a session, which two-factor endpoints need.
 *
 * @throws as `withCaller` does; `no_authorization` for an anonymous user.
 */
export async function withSessionCaller<T>(
  deps: AuthDeps,
  c: Context,
  work: (unit: Unit, caller: SessionCaller) => Promise<T>,
): Promise<T> {
  return withCaller(deps, c, (unit, { user, session }) => {
    // Only a hand-made token names no session; the service answers 500.
    if (!session) throw unexpectedFailure();
    if (user.is_anonymous) {
      throw new AuthError(403, "no_authorization", "Anonymous user not allowed to perform these actions");
    }
    return work(unit, { user, session });
  });
}

/** Runs `work` with the caller's factor from the path. Another user's factor is answered like an unknown one. */
export async function withFactorOwner<T>(
  deps: AuthDeps,
  c: Context,
  work: (unit: Unit, owner: SessionCaller & { factor: StoredFactor }) => Promise<T>,
): Promise<T> {
  const id = c.req.param("id") ?? "";
  return withSessionCaller(deps, c, async (unit, caller) => {
    if (!isUuid(id)) throw new AuthError(404, "validation_failed", "factor_id must be an UUID");
    const factor = await findFactor(unit.query, { id, userId: caller.user.id });
    if (!factor) throw new AuthError(404, "mfa_factor_not_found", "Factor not found");
    return work(unit, { ...caller, factor });
  });
}

/** @throws `mfa_totp_verify_not_enabled` and its like, because a factor may be older than the settings. */
export function requireVerifiable(deps: AuthDeps, factor: StoredFactor): void {
  if (factor.factor_type === "totp" && deps.settings.mfa.totp.verifyEnabled) return;
  const kind = factorKinds.find((known) => known.type === factor.factor_type);
  throw new AuthError(
    422,
    `mfa_${factor.factor_type}_verify_not_enabled`,
    `MFA verification is disabled for ${kind?.name ?? factor.factor_type}`,
  );
}

/** Factor types of the API, with their names in messages. */
export const factorKinds = [
  { type: "totp", name: "TOTP" },
  { type: "phone", name: "Phone" },
  { type: "webauthn", name: "WebAuthn" },
] as const;
