import { randomBytes } from "node:crypto";
import { exportJWK, generateKeyPair } from "jose";
import { Provider } from "oidc-provider";
import { createMemoryAdapter } from "./memory-adapter.ts";
import type { Person } from "./people.ts";
import { pagePolicy, problemPage } from "./sign-in-page.ts";

/** What the platform's Auth presents here. Public, as every key of the local platform. */
export const localAccountClient = { clientId: "sheaf", secret: "local-account" } as const;

const paths = "/protocol/openid-connect";
export const loginPath = "/login";

/** An OpenID provider on Keycloak's paths that knows whoever says so on its page. */
export async function createProvider(options: {
  issuer: string;
  callbackUrl: string;
  find: (sub: string) => Person | undefined;
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
      const person = options.find(sub);
      return person && { accountId: sub, claims: () => ({ ...person }) };
    },
    async renderError(ctx) {
      ctx.type = "html";
      ctx.set("Content-Security-Policy", pagePolicy);
      ctx.body = String(await problemPage());
    },
    // Who signs in here has said yes already; a page that asks again would test nothing.
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
 * The request as the provider gets it: everyone signs in anew, as themselves or as someone else, and the standard
 * profile is there without being asked for, as Keycloak had it before version 22.
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
