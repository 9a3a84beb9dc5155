import type { Context } from "hono";
import type { AuthDeps } from "../auth.deps.ts";
import { inTransaction } from "../in-transaction.ts";
import { AuthError } from "../auth.errors.ts";
import { isUuid } from "../http/uuid.ts";
import { clientOf } from "../sessions/client.ts";
import { readText } from "../http/request-body.ts";
import { finishExternalFlow } from "../external/finish-external-flow.ts";
import { findExternalFlow, type ExternalFlow } from "../external/external-flow.repository.ts";
import { flowLifetimeMs } from "../sessions/flow-state.repository.ts";
import { redirect } from "../http/redirect.ts";
import { triggerErrorOf } from "../http/trigger-error.ts";
import { providerErrorOf, withProviderError, withProviderErrorInQuery } from "../http/redirect-response.ts";

/** `GET|POST /callback`: return from a provider. Always responds with a redirect. */
export async function handleCallback(deps: AuthDeps, c: Context): Promise<Response> {
  const parameters = await readParameters(c);
  const { siteUrl } = deps.settings;
  let flow: ExternalFlow;
  try {
    flow = await flowOf(deps, parameters.get("state") ?? "");
  } catch (error) {
    // Without a flow there is no target to return to.
    if (!(error instanceof AuthError)) throw error;
    return redirect(c, withProviderErrorInQuery(siteUrl, providerErrorOf(error)), 303);
  }
  const target = flow.referrer || siteUrl;
  const refused = parameters.get("error");
  if (refused) {
    const description = parameters.get("error_description") ?? "";
    return redirect(c, withProviderError(target, { oauth: refused, code: undefined, description }), 302);
  }
  try {
    const code = parameters.get("code") ?? "";
    return redirect(c, await finishExternalFlow(deps, { flow, target, code, client: clientOf(c) }), 302);
  } catch (error) {
    const refusal = error instanceof AuthError ? error : identityRefused(deps, error);
    return redirect(c, withProviderError(target, providerErrorOf(refusal)), 302);
  }
}

/** A trigger of the project refused the identity. @throws the error itself if it is another one. */
function identityRefused(deps: AuthDeps, error: unknown): AuthError {
  if (triggerErrorOf(error) === undefined) throw error;
  deps.log({ level: "error", message: "An identity was refused", error });
  return new AuthError(500, "unexpected_failure", "Error creating identity");
}

/** Parameters of the provider's response, from the query or from a posted form. */
async function readParameters(c: Context): Promise<URLSearchParams> {
  if (c.req.method === "POST") return new URLSearchParams(await readText(c));
  return new URL(c.req.url).searchParams;
}

/** @throws `bad_oauth_callback`, `bad_oauth_state`, `flow_state_already_used`. */
async function flowOf(deps: AuthDeps, state: string): Promise<ExternalFlow> {
  if (state === "") throw new AuthError(400, "bad_oauth_callback", "OAuth state parameter missing");
  if (!isUuid(state)) throw badState("OAuth state parameter is invalid");
  return inTransaction(deps, async ({ query, now }) => {
    const flow = await findExternalFlow(query, state);
    if (!flow) throw badState("OAuth state not found or expired");
    if (now.getTime() > flow.created_at.getTime() + flowLifetimeMs) throw badState("OAuth state has expired");
    if (flow.user_id) throw new AuthError(400, "flow_state_already_used", "State has already been used");
    return flow;
  });
}

function badState(message: string): AuthError {
  return new AuthError(400, "bad_oauth_state", message);
}
