import type { Context } from "hono";
import type { AuthDeps } from "../auth.deps.ts";
import { inTransaction } from "../in-transaction.ts";
import { validationFailed } from "../auth.errors.ts";
import { readCodeChallenge } from "../sessions/code-challenge.ts";
import { requestedRedirect } from "../http/requested-redirect.ts";
import { startExternalFlow } from "./external-flow.repository.ts";
import { findProvider, unsupportedReason, type Provider } from "./provider.ts";

/** Parameters that are set or read here. All others go to the provider, for example `login_hint`. */
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
 * Address of the provider's sign-in page.
 *
 * @param linkingTargetId account to link the identity to; undefined for a sign-in.
 * @throws `validation_failed`.
 */
export async function beginExternalFlow(
  deps: AuthDeps,
  c: Context,
  linkingTargetId: string | undefined,
): Promise<string> {
  const name = c.req.query("provider") ?? "";
  const provider = findProvider(deps, name);
  if (!provider) throw validationFailed(`Unsupported provider: ${unsupportedReason(name)}`);
  const codeChallenge = readCodeChallenge(c.req.query(), () =>
    validationFailed("Invalid code_challenge_method"),
  );
  const redirectTo = requestedRedirect(c, deps.settings);
  const state = await inTransaction(deps, ({ query, now }) =>
    startExternalFlow(query, { provider: provider.name, redirectTo, codeChallenge, linkingTargetId, now }),
  );
  return authorizeUrl(provider, state, c.req.query());
}

function authorizeUrl(
  provider: Provider,
  state: string,
  parameters: Readonly<Record<string, string>>,
): string {
  const url = new URL(provider.kind.authorizeUrl);
  for (const [name, value] of Object.entries(parameters)) {
    if (!notPassedOn.has(name.toLowerCase())) url.searchParams.set(name, value);
  }
  const scopes = [...provider.kind.scopes, ...(parameters["scopes"] ?? "").split(/[\s,]+/)].filter(Boolean);
  url.searchParams.set("client_id", provider.settings.clientId);
  url.searchParams.set("redirect_uri", provider.redirectUri);
  url.searchParams.set("response_type", "code");
  url.searchParams.set("scope", [...new Set(scopes)].join(" "));
  url.searchParams.set("state", state);
  return url.href;
}
