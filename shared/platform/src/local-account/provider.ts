import { randomBytes } from "node:crypto";
import { exportJWK, generateKeyPair } from "jose";
import { Provider } from "oidc-provider";
import { localAccountClient } from "./client.ts";
import { createMemoryAdapter } from "./memory-adapter.ts";
import type { LocalUser } from "./local-user.ts";
import { pagePolicy, problemPage } from "./sign-in-page.ts";

const paths = "/protocol/openid-connect";
export const loginPath = "/login";

/** An OpenID provider with Keycloak's paths that trusts what its page says. */
export async function createProvider(options: {
  issuer: string;
  callbackUrl: string;
  find: (sub: string) => LocalUser | undefined;
}): Promise<Provider> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  return new Provider(options.issuer, {
    adapter: createMemoryAdapter(),
    clients: [
      {
        client_id: localAccountClient.clientId,
        client_secret: localAccountClient.secret,
        redirect_uris: [options.callbackUrl],
        token_endpoint_auth_method: "client_secret_post",
        id_token_signed_response_alg: "ES256",
        grant_types: ["authorization_code"],
        response_types: ["code"],
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: "sig", alg: "ES256" }] },
    cookies: { keys: [randomBytes(32).toString("base64url")] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    scopes: ["openid", "profile", "email"],
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `${loginPath}/${interaction.uid}` },
    pkce: { required: () => false },
    routes: {
      authorization: `${paths}/auth`,
      token: `${paths}/token`,
      userinfo: `${paths}/userinfo`,
      jwks: `${paths}/certs`,
      end_session: `${paths}/logout`,
    },
    ttl: {
      Interaction: 3600,
      Session: 3600,
      Grant: 3600,
      AccessToken: 300,
      AuthorizationCode: 60,
      IdToken: 300,
    },
    findAccount: (_ctx, sub) => {
      const user = options.find(sub);
      return user && { accountId: sub, claims: () => ({ ...user }) };
    },
    async renderError(ctx) {
      ctx.type = "html";
      ctx.set("Content-Security-Policy", pagePolicy);
      ctx.body = String(await problemPage());
    },
    // No consent page: signing in here is consent enough.
    async loadExistingGrant({ oidc }) {
      const accountId = oidc.session?.accountId;
      if (!oidc.client || !accountId) return undefined;
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId });
      grant.addOIDCScope("openid profile email");
      await grant.save();
      return grant;
    },
  });
}

/**
 * Adjusts the authorization request: always asks who signs in, and always includes the standard profile, as
 * Keycloak did before version 22.
 */
export function asAuthorization(url: string): string {
  const [path = "", query = ""] = url.split("?", 2);
  if (path !== `${paths}/auth`) return url;
  const parameters = new URLSearchParams(query);
  const scopes = (parameters.get("scope") ?? "").split(" ").filter(Boolean);
  parameters.set("scope", [...new Set(["openid", ...scopes])].join(" "));
  parameters.set("prompt", "login");
  return `${path}?${parameters.toString()}`;
}
