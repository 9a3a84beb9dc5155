import { inTransaction, type AuthDeps, type Unit } from "../auth.deps.ts";
import { AuthError } from "../auth.errors.ts";
import type { Client } from "../client.ts";
import { deleteFlow } from "../flow-state.repository.ts";
import { withCode, withSession } from "../redirect-answer.ts";
import { beginSession } from "../token-response.ts";
import { claimExternalFlow, type ExternalFlow } from "./external-flow.repository.ts";
import { signInExternally, type ExternalSignIn } from "./external-sign-in.ts";
import { linkIdentity } from "./link-identity.ts";
import { exchangeProviderCode, readProviderProfile, type ProviderTokens } from "./provider-exchange.ts";
import type { ProviderProfile } from "./provider.model.ts";
import { findProvider, whyUnsupported, type Provider } from "./provider.ts";

export interface Arrival {
  flow: ExternalFlow;
  /** Where the person wanted to end up. */
  target: string;
  /** The provider's. */
  code: string;
  client: Client;
}

/**
 * Asks the provider who came back and lets them in, or adds the identity to the account that asked for it.
 *
 * @returns where the browser goes: to the target, with a code to exchange or with the session in the fragment.
 */
export async function finishExternalFlow(deps: AuthDeps, arrival: Arrival): Promise<string> {
  const { flow, target, code, client } = arrival;
  if (code === "") {
    throw new AuthError(400, "bad_oauth_callback", "OAuth callback with missing authorization code missing");
  }
  const provider = findProvider(deps, flow.provider_type);
  if (!provider) {
    const why = whyUnsupported(flow.provider_type);
    throw new AuthError(400, "oauth_provider_not_supported", `Unsupported provider: ${why}`);
  }
  const { tokens, profile } = await askProvider(deps, provider, code);
  // A refusal is no exception here: the account that waits for its confirmation must stay.
  const result = await inTransaction(deps, async (unit) => {
    const arrived = await arriveAs(deps, unit, { flow, provider, profile, target });
    if ("refusal" in arrived) return arrived;
    const userId = arrived.user.id;
    if (!(await claimExternalFlow(unit.query, { id: flow.id, userId, tokens, now: unit.now }))) {
      throw new AuthError(400, "flow_state_already_used", "State has already been used");
    }
    if (flow.auth_code) return { location: withCode(target, flow.auth_code) };
    await deleteFlow(unit.query, flow.id);
    const session = await beginSession(deps, unit, { userId, method: "oauth", client });
    return { location: withSession(target, session, providerTokens(tokens)) };
  });
  if ("refusal" in result) throw result.refusal;
  return result.location;
}

async function arriveAs(
  deps: AuthDeps,
  unit: Unit,
  arrival: { flow: ExternalFlow; provider: Provider; profile: ProviderProfile; target: string },
): Promise<ExternalSignIn> {
  const { flow, profile, target } = arrival;
  const provider = arrival.provider.name;
  const userId = flow.linking_target_id;
  if (userId) return { user: await linkIdentity(unit, { userId, provider, profile }) };
  return signInExternally(deps, unit, { provider, profile, redirectTo: target });
}

async function askProvider(
  deps: AuthDeps,
  provider: Provider,
  code: string,
): Promise<{ tokens: ProviderTokens; profile: ProviderProfile }> {
  const tokens = await exchangeProviderCode(deps, provider, code).catch((error: unknown) => {
    throw providerFailed(deps, provider, error, `Unable to exchange external code: ${code.slice(0, 4)}`);
  });
  const profile = await readProviderProfile(deps, provider, tokens).catch((error: unknown) => {
    throw providerFailed(deps, provider, error, "Error getting user profile from external provider");
  });
  if (profile.emails.length === 0) {
    throw new AuthError(500, "unexpected_failure", "Error getting user email from external provider");
  }
  return { tokens, profile };
}

function providerFailed(deps: AuthDeps, provider: Provider, error: unknown, message: string): AuthError {
  deps.log({ level: "warn", message: "A sign-in provider failed", provider: provider.name, error });
  return new AuthError(500, "unexpected_failure", message);
}

function providerTokens(tokens: ProviderTokens): Record<string, string> {
  const { access_token: token, refresh_token: refresh } = tokens;
  return { provider_token: token, ...(refresh && { provider_refresh_token: refresh }) };
}
