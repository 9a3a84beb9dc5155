import * as v from "valibot";
import type { AuthDeps } from "../auth.deps.ts";
import type { ProviderProfile } from "./provider.model.ts";
import type { Provider } from "./provider.ts";

/** Timeout for requests to a provider. Milliseconds. */
const deadlineMs = 10_000;

const Tokens = v.object({ access_token: v.string(), refresh_token: v.optional(v.string(), "") });

export type ProviderTokens = v.InferOutput<typeof Tokens>;

/** Exchanges the provider's code for its tokens. @throws if the provider refuses or can't be reached. */
export async function exchangeProviderCode(
  deps: AuthDeps,
  provider: Provider,
  code: string,
): Promise<ProviderTokens> {
  const response = await deps.reachProvider(provider.kind.tokenUrl, {
    method: "POST",
    headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code,
      redirect_uri: provider.redirectUri,
      client_id: provider.settings.clientId,
      client_secret: provider.settings.secret,
    }).toString(),
    signal: AbortSignal.timeout(deadlineMs),
  });
  return v.parse(Tokens, await jsonOf(response));
}

/** Reads the profile of the user who signed in. @throws if the provider's responses are malformed. */
export function readProviderProfile(
  deps: AuthDeps,
  provider: Provider,
  tokens: ProviderTokens,
): Promise<ProviderProfile> {
  return provider.kind.readProfile(async (url) => {
    const headers = { accept: "application/json", authorization: `Bearer ${tokens.access_token}` };
    return jsonOf(await deps.reachProvider(url, { headers, signal: AbortSignal.timeout(deadlineMs) }));
  });
}

async function jsonOf(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`The provider answered ${response.status}`);
  return response.json();
}
