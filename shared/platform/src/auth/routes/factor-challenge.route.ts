import type { Context } from "hono";
import type { AuthDeps } from "../auth.deps.ts";
import { insertChallenge } from "../factors/factor-challenge.repository.ts";
import { clientOf } from "../sessions/client.ts";
import { withFactorOwner, requireVerifiable } from "../factors/factor-owner.ts";

/** `POST /factors/{id}/challenge`: creates a challenge, to be answered in time and from the same address. */
export async function postFactorChallenge(deps: AuthDeps, c: Context): Promise<Response> {
  const response = await withFactorOwner(deps, c, async ({ query, now }, { factor }) => {
    deps.requireAddressAllowance(c, "factorChallenge");
    requireVerifiable(deps, factor);
    const { ip } = clientOf(c);
    const { id, expiresAt } = await insertChallenge(query, { factorId: factor.id, ip, now });
    return { id, type: factor.factor_type, expires_at: Math.floor(expiresAt.getTime() / 1000) };
  });
  return c.json(response);
}
