import type { Context } from "hono";
import type { AuthDeps } from "../auth.deps.ts";

/**
 * `GET /.well-known/openid-configuration`: issuer and keys for verifiers. The service lists its OAuth server's
 * endpoints even if that is off.
 */
export function getOpenidConfiguration({ externalUrl }: AuthDeps, c: Context): Response {
  c.header("Cache-Control", "public, max-age=600");
  return c.json({
    issuer: externalUrl,
    authorization_endpoint: `${externalUrl}/oauth/authorize`,
    token_endpoint: `${externalUrl}/oauth/token`,
    jwks_uri: `${externalUrl}/.well-known/jwks.json`,
    userinfo_endpoint: `${externalUrl}/oauth/userinfo`,
    scopes_supported: ["openid", "profile", "email", "phone"],
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256", "HS256", "ES256"],
    token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "none"],
    claims_supported: [
      "sub",
      "aud",
      "iss",
      "exp",
      "iat",
      "auth_time",
      "nonce",
      "email",
      "email_verified",
    ].concat([
      "phone_number",
      "phone_number_verified",
      "name",
      "picture",
      "preferred_username",
      "updated_at",
    ]),
    code_challenge_methods_supported: ["S256", "plain"],
  });
}
