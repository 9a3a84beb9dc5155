import type { Context } from "hono";
import type { AuthDeps } from "../auth.deps.ts";
import { AuthError } from "../auth.errors.ts";
import { asFactorOwner } from "../factor-owner.ts";
import { deleteFactorById } from "../factor.repository.ts";
import { lowerSessionsOfFactor } from "../session.repository.ts";

/** `DELETE /factors/{id}`: gives a factor up. Sessions that rest on it go on as if it had never been shown. */
export async function deleteFactor(deps: AuthDeps, c: Context): Promise<Response> {
  const id = await asFactorOwner(deps, c, async ({ query, now }, { session, factor }) => {
    if (factor.status === "verified" && session.aal !== "aal2") {
      throw new AuthError(422, "insufficient_aal", "AAL2 required to unenroll verified factor");
    }
    await lowerSessionsOfFactor(query, factor.id, now);
    await deleteFactorById(query, factor.id);
    return factor.id;
  });
  return c.json({ id });
}
