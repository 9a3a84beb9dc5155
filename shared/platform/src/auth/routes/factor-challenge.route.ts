import type { Context } from "hono";
import type { AuthDeps } from "../auth.deps.ts";
import { insertChallenge } from "../factor-challenge.repository.ts";
import { clientOf } from "../client.ts";
import { asFactorOwner, requireVerifiable } from "../factor-owner.ts";

/** `POST /factors/{id}/challenge`: asks for a code, to be answered from the same address within its life. */
export async function postFactorChallenge(deps: AuthDeps, c: Context): Promise<Response> {
  const answer = await asFactorOwner(deps, c, async ({ query, now }, { factor }) => {
    deps.requireAddressAllowance(c, "factorChallenge");
    requireVerifiable(deps, factor);
    const { ip } = clientOf(c);
    const { id, expiresAt } = await insertChallenge(query, { factorId: factor.id, ip, now });
    return { id, type: factor.factor_type, expires_at: Math.floor(expiresAt.getTime() / 1000) };
  });
  return c.json(answer);
}
