import type { AuthDeps, Unit } from "../auth.deps.ts";
import { inTransaction } from "../in-transaction.ts";
import { AuthError } from "../auth.errors.ts";
import { notify } from "../email/notify.ts";
import type { Client } from "../sessions/client.ts";
import { deleteFlow } from "../sessions/flow-state.repository.ts";
import { withCode, withSession } from "../http/redirect-response.ts";
import { beginSession } from "../sessions/token-response.ts";
import { claimExternalFlow, type ExternalFlow } from "./external-flow.repository.ts";
import { signInExternally, type ExternalSignIn } from "./external-sign-in.ts";
import { decideLinking } from "./account-linking.ts";
import { identityData } from "./identity-data.ts";
import { announceAccount } from "../hooks/before-user-created.ts";
import { linkIdentity } from "./link-identity.ts";
import { exchangeProviderCode, readProviderProfile, type ProviderTokens } from "./provider-exchange.ts";
import type { ProviderProfile } from "./provider.model.ts";
import { findProvider, unsupportedReason, type Provider } from "./provider.ts";

export interface ProviderCallback {
  flow: ExternalFlow;
  /** The URL that the user asked to return to. */
  target: string;
  /** The provider's authorization code. */
  code: string;
  client: Client;
}

/**
 * Exchanges the provider's code, then signs the user in or links the identity.
 *
 * @returns the redirect: the target with a code to exchange, or with the session in the fragment.
 */
export async function finishExternalFlow(deps: AuthDeps, callback: ProviderCallback): Promise<string> {
  const { flow, target, code, client } = callback;
  if (code === "") {
    throw new AuthError(400, "bad_oauth_callback", "OAuth callback with missing authorization code missing");
  }
  const provider = findProvider(deps, flow.provider_type);
  if (!provider) {
    const why = unsupportedReason(flow.provider_type);
    throw new AuthError(400, "oauth_provider_not_supported", `Unsupported provider: ${why}`);
  }
  const { tokens, profile } = await askProvider(deps, provider, code);
  await announceNewAccount(deps, { provider, profile }, callback);
  // A refusal is returned, not thrown, so that the unconfirmed account is committed.
  const result = await inTransaction(deps, async (unit) => {
    const signedIn = await signInOrLink(deps, unit, { flow, provider, profile, target });
    if ("refusal" in signedIn) return signedIn;
    const userId = signedIn.user.id;
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

/** Asks the hook if the profile leads to a new account; decided again in the transaction that creates it. */
async function announceNewAccount(
  deps: AuthDeps,
  { provider, profile }: { provider: Provider; profile: ProviderProfile },
  { flow, client }: ProviderCallback,
): Promise<void> {
  const { enableSignup, hooks } = deps.settings;
  if (flow.linking_target_id || !enableSignup || !hooks.before_user_created) return;
  const linking = await inTransaction(deps, (unit) => decideLinking(deps, unit, provider.name, profile));
  if (linking.decision !== "create") return;
  await announceAccount(deps, {
    ip: client.ip,
    email: linking.email,
    provider: provider.name,
    data: identityData(profile),
  });
}

async function signInOrLink(
  deps: AuthDeps,
  unit: Unit,
  callback: { flow: ExternalFlow; provider: Provider; profile: ProviderProfile; target: string },
): Promise<ExternalSignIn> {
  const { flow, profile, target } = callback;
  const provider = callback.provider.name;
  const userId = flow.linking_target_id;
  if (userId) {
    const user = await linkIdentity(unit, { userId, provider, profile });
    notify(deps, unit, { user, change: { name: "identity_linked", Provider: provider } });
    return { user };
  }
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
