import type { Context } from "hono";
import type { AuthDeps } from "../auth.deps.ts";
import { AuthError } from "../auth.errors.ts";
import { notify } from "../email/notify.ts";
import { withFactorOwner } from "../factors/factor-owner.ts";
import { deleteFactorById } from "../factors/factor.repository.ts";
import { lowerSessionsOfFactor } from "../sessions/session.repository.ts";

/** `DELETE /factors/{id}`: removes a factor. Sessions at `aal2` continue at `aal1`. */
export async function deleteFactor(deps: AuthDeps, c: Context): Promise<Response> {
  const id = await withFactorOwner(deps, c, async (unit, { user, session, factor }) => {
    if (factor.status === "verified" && session.aal !== "aal2") {
      throw new AuthError(422, "insufficient_aal", "AAL2 required to unenroll verified factor");
    }
    const { query, now } = unit;
    await lowerSessionsOfFactor(query, factor.id, now);
    await deleteFactorById(query, factor.id);
    notify(deps, unit, {
      user,
      change: { name: "mfa_factor_unenrolled", FactorType: factor.factor_type },
    });
    return factor.id;
  });
  return c.json({ id });
}
