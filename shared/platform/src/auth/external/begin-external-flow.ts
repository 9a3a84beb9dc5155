import type { Context } from "hono";
import { inTransaction, type AuthDeps } from "../auth.deps.ts";
import { validationFailed } from "../auth.errors.ts";
import { readCodeChallenge } from "../code-challenge.ts";
import { wantedRedirect } from "../redirect.ts";
import { startExternalFlow } from "./external-flow.repository.ts";
import { findProvider, whyUnsupported, type Provider } from "./provider.ts";

/** Set here or read here; everything else that a page adds is the provider's to understand, like `login_hint`. */
const notPassedOn = new Set([
  "provider",
  "scopes",
  "apikey",
  "client_id",
  "client_secret",
  "redirect_uri",
  "response_type",
  "scope",
  "state",
  "code_challenge",
  "code_challenge_method",
]);

/**
 * Where the browser has to go to sign in at the provider.
 *
 * @param linkingTargetId the account that gets the identity; undefined for a sign-in.
 * @throws `validation_failed`.
 */
export async function beginExternalFlow(
  deps: AuthDeps,
  c: Context,
  linkingTargetId: string | undefined,
): Promise<string> {
  const asked = c.req.query("provider") ?? "";
  const provider = findProvider(deps, asked);
  if (!provider) throw validationFailed(`Unsupported provider: ${whyUnsupported(asked)}`);
  const codeChallenge = readCodeChallenge(c.req.query(), () =>
    validationFailed("Invalid code_challenge_method"),
  );
  const redirectTo = wantedRedirect(c, deps.settings);
  const state = await inTransaction(deps, ({ query, now }) =>
    startExternalFlow(query, { provider: provider.name, redirectTo, codeChallenge, linkingTargetId, now }),
  );
  return authorizeUrl(provider, state, c.req.query());
}

function authorizeUrl(provider: Provider, state: string, asked: Readonly<Record<string, string>>): string {
  const url = new URL(provider.kind.authorizeUrl);
  for (const [name, value] of Object.entries(asked)) {
    if (!notPassedOn.has(name.toLowerCase())) url.searchParams.set(name, value);
  }
  const scopes = [...provider.kind.scopes, ...(asked["scopes"] ?? "").split(/[\s,]+/)].filter(Boolean);
  url.searchParams.set("client_id", provider.settings.clientId);
  url.searchParams.set("redirect_uri", provider.redirectUri);
  url.searchParams.set("response_type", "code");
  url.searchParams.set("scope", [...new Set(scopes)].join(" "));
  url.searchParams.set("state", state);
  return url.href;
}
