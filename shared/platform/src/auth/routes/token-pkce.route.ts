import type { Context } from "hono";
import type { AuthDeps } from "../auth.deps.ts";
import { inTransaction } from "../in-transaction.ts";
import { AuthError, validationFailed } from "../auth.errors.ts";
import { clientOf } from "../sessions/client.ts";
import { isVerifierOf } from "../sessions/code-challenge.ts";
import { deleteFlow, isFlowExpired, lockUserByCode } from "../sessions/flow-state.repository.ts";
import { readBody, textField } from "../http/request-body.ts";
import { sendSession } from "../sessions/session-response.ts";
import { beginSession } from "../sessions/token-response.ts";

/** `grant_type=pkce`: exchanges a link's code with the verifier that only the asking browser has. */
export async function grantByCode(deps: AuthDeps, c: Context): Promise<Response> {
  const body = await readBody(c);
  const [code, verifier] = [textField(body, "auth_code"), textField(body, "code_verifier")];
  if (!code || !verifier) {
    throw validationFailed("invalid request: both auth code and code verifier should be non-empty");
  }
  const session = await inTransaction(deps, async (unit) => {
    const found = await lockUserByCode(unit.query, code);
    if (!found) {
      throw new AuthError(404, "flow_state_not_found", "invalid flow state, no valid flow state found");
    }
    const { flow, user } = found;
    if (isFlowExpired(flow, unit.now)) {
      throw new AuthError(422, "flow_state_expired", "invalid flow state, flow state has expired");
    }
    const expected = { challenge: flow.code_challenge, method: flow.code_challenge_method };
    // The row stays, so that a wrong guess doesn't cancel the exchange of the browser that started it.
    if (!isVerifierOf(expected, verifier)) {
      throw new AuthError(
        400,
        "bad_code_verifier",
        "code challenge does not match previously saved code verifier",
      );
    }
    await deleteFlow(unit.query, flow.id);
    const method = flow.authentication_method;
    const begun = await beginSession(deps, unit, { userId: user.id, method, client: clientOf(c) });
    return {
      ...begun,
      ...(flow.provider_access_token && { provider_token: flow.provider_access_token }),
      ...(flow.provider_refresh_token && { provider_refresh_token: flow.provider_refresh_token }),
    };
  });
  return sendSession(c, session);
}
