import type { Context } from "hono";
import { withDatabaseFailure } from "../admin/database-failure.ts";
import { pathId, withUser } from "../admin/with-user.ts";
import type { AuthDeps, Unit } from "../auth.deps.ts";
import { AuthError } from "../auth.errors.ts";
import {
  deleteFactorById,
  findFactor,
  listFactors,
  renameFactor,
  type StoredFactor,
} from "../factors/factor.repository.ts";
import { waitForBody, readBody, textField } from "../http/request-body.ts";
import { lowerSessionsOfFactor } from "../sessions/session.repository.ts";
import { factorJson } from "../accounts/user.model.ts";

/** `GET /admin/users/{id}/factors`: unverified and verified factors, without secrets. */
export async function getUserFactors(deps: AuthDeps, c: Context): Promise<Response> {
  const factors = await withUser(deps, c, ({ query }, { id }) => listFactors(query, id));
  return c.json(factors.map(factorJson));
}

/** `PUT /admin/users/{id}/factors/{factor}`: renames a factor. Names are unique per account. */
export async function putUserFactor(deps: AuthDeps, c: Context): Promise<Response> {
  await waitForBody(c);
  const factor = await withDatabaseFailure(deps, "Error updating factor", () =>
    withFactor(deps, c, async ({ query, now }, { id, user_id: userId }) => {
      const name = textField(await readBody(c), "friendly_name");
      if (name) await renameFactor(query, { id, name, now });
      return findFactor(query, { id, userId });
    }),
  );
  return c.json(factor && factorJson(factor));
}

/** `DELETE /admin/users/{id}/factors/{factor}`: removes a lost factor. Sessions at `aal2` continue at `aal1`. */
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
