import type { Context } from "hono";
import { failingAs } from "../admin/failing-as.ts";
import { pathId, withUser } from "../admin/with-user.ts";
import type { AuthDeps, Unit } from "../auth.deps.ts";
import { AuthError } from "../auth.errors.ts";
import {
  deleteFactorById,
  findFactor,
  listFactors,
  renameFactor,
  type StoredFactor,
} from "../factor.repository.ts";
import { bodyArrived, readBody, textField } from "../request-body.ts";
import { lowerSessionsOfFactor } from "../session.repository.ts";
import { factorJson } from "../user.model.ts";

/** `GET /admin/users/{id}/factors`: begun and verified ones, without their secrets. */
export async function getUserFactors(deps: AuthDeps, c: Context): Promise<Response> {
  const factors = await withUser(deps, c, ({ query }, { id }) => listFactors(query, id));
  return c.json(factors.map(factorJson));
}

/** `PUT /admin/users/{id}/factors/{factor}`: names one; one person's names differ. */
export async function putUserFactor(deps: AuthDeps, c: Context): Promise<Response> {
  await bodyArrived(c);
  const factor = await failingAs(deps, "Error updating factor", () =>
    withFactor(deps, c, async ({ query, now }, { id, user_id: userId }) => {
      const name = textField(await readBody(c), "friendly_name");
      if (name) await renameFactor(query, { id, name, now });
      return findFactor(query, { id, userId });
    }),
  );
  return c.json(factor && factorJson(factor));
}

/** `DELETE /admin/users/{id}/factors/{factor}`: for who has lost it. Sessions that rest on it go on without. */
export async function deleteUserFactor(deps: AuthDeps, c: Context): Promise<Response> {
  const deleted = await withFactor(deps, c, async ({ query, now }, factor) => {
    await lowerSessionsOfFactor(query, factor.id, now);
    await deleteFactorById(query, factor.id);
    return factor;
  });
  return c.json(factorJson(deleted));
}

/** @throws `validation_failed` and `mfa_factor_not_found`, both 404. */
function withFactor<T>(
  deps: AuthDeps,
  c: Context,
  work: (unit: Unit, factor: StoredFactor) => Promise<T>,
): Promise<T> {
  return withUser(deps, c, async (unit, user) => {
    const id = pathId(c, "factor", "factor_id must be an UUID");
    const factor = await findFactor(unit.query, { id, userId: user.id });
    if (!factor) throw new AuthError(404, "mfa_factor_not_found", "Factor not found");
    return work(unit, factor);
  });
}
