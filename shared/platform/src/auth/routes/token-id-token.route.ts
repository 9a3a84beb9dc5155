import type { Context } from "hono";
import type { AuthDeps } from "../auth.deps.ts";
import { AuthError, OAuthError, validationFailed } from "../auth.errors.ts";
import { readBody, textField } from "../request-body.ts";

/** Providers whose tokens the service takes, by the issuer that the refusal names. */
const issuers: Readonly<Record<string, string>> = {
  apple: "https://appleid.apple.com",
  google: "https://accounts.google.com",
  facebook: "https://www.facebook.com",
  kakao: "https://kauth.kakao.com",
};

/** `grant_type=id_token`: no provider's token opens a session here, whatever providers are on. */
export async function refuseIdToken(deps: AuthDeps, c: Context): Promise<Response> {
  const body = await readBody(c);
  const [idToken, provider, issuer] = [
    textField(body, "id_token"),
    textField(body, "provider"),
    textField(body, "issuer"),
  ];
  if (!idToken) throw new OAuthError("invalid request", "id_token required");
  if (!provider && !(textField(body, "client_id") && issuer)) {
    throw new OAuthError("invalid request", "provider or client_id and issuer required");
  }
  const known = issuerOf(deps, provider) ?? Object.values(issuers).find((each) => each === issuer);
  if (known === undefined) throw validationFailed(`Custom OIDC provider "${provider}" not allowed`);
  throw new AuthError(400, "provider_disabled", `Provider (issuer "${known}") is not enabled`);
}

function issuerOf({ settings }: AuthDeps, provider: string): string | undefined {
  if (provider === "keycloak") return settings.external.keycloak?.url ?? "";
  return Object.hasOwn(issuers, provider) ? issuers[provider] : undefined;
}
