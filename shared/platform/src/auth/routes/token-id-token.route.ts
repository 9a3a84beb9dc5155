import type { Context } from "hono";
import { decodeJwt } from "jose";
import type { AuthDeps } from "../auth.deps.ts";
import { AuthError, OAuthError, validationFailed } from "../auth.errors.ts";
import { readBody, textField } from "../http/request-body.ts";

/** Issuers of providers whose ID tokens the service knows. */
const issuers: Readonly<Record<string, string>> = {
  apple: "https://appleid.apple.com",
  google: "https://accounts.google.com",
  facebook: "https://www.facebook.com",
  kakao: "https://kauth.kakao.com",
};

/** `grant_type=id_token`: always refused here, even for enabled providers. */
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
  if (provider === "apple" || provider === "azure") requireIssuer(provider, idToken);
  const known =
    (provider === "azure" ? issuerIn(idToken) : issuerOf(deps, provider)) ??
    Object.values(issuers).find((each) => each === issuer);
  if (known === undefined) throw validationFailed(`Custom OIDC provider "${provider}" not allowed`);
  throw new AuthError(400, "provider_disabled", `Provider (issuer "${known}") is not enabled`);
}

function issuerOf({ settings }: AuthDeps, provider: string): string | undefined {
  if (provider === "keycloak") return settings.external.keycloak?.url ?? "";
  return Object.hasOwn(issuers, provider) ? issuers[provider] : undefined;
}

/** Apple and Azure have several issuers, so the service reads the token before its settings. */
function requireIssuer(provider: "apple" | "azure", idToken: string): void {
  const name = provider === "apple" ? "Apple" : "Azure";
  const issuer = issuerIn(idToken);
  if (issuer === undefined)
    throw validationFailed(`Unable to detect issuer in ID token for ${name} provider`);
  const known =
    provider === "apple"
      ? ["https://appleid.apple.com", "https://account.apple.com"].includes(issuer)
      : ["https://login.microsoftonline.com/", "https://sts.windows.net/"].some((start) =>
          issuer.startsWith(start),
        );
  const article = provider === "apple" ? "an Apple" : "an Azure";
  if (!known) throw validationFailed(`Detected ID token issuer is not ${article} ID token issuer`);
}

function issuerIn(idToken: string): string | undefined {
  try {
    return decodeJwt(idToken).iss;
  } catch {
    return undefined;
  }
}
