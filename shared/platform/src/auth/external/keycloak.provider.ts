import * as v from "valibot";
import type { ProviderKind } from "./provider.model.ts";

const Profile = v.object({
  sub: v.string(),
  name: v.optional(v.string()),
  email: v.optional(v.string(), ""),
  email_verified: v.optional(v.boolean(), false),
});

/** Any OpenID provider with Keycloak's paths. @param url the realm, without a trailing slash. */
export function keycloak(url: string): ProviderKind {
  const base = `${url}/protocol/openid-connect`;
  return {
    authorizeUrl: `${base}/auth`,
    tokenUrl: `${base}/token`,
    scopes: ["profile", "email"],
    async readProfile(read) {
      const { email, email_verified: verified, ...person } = v.parse(Profile, await read(`${base}/userinfo`));
      return {
        claims: { iss: url, ...person },
        emails: email === "" ? [] : [{ email, verified, primary: true }],
      };
    },
  };
}
