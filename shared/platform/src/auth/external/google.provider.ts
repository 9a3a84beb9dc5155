import * as v from "valibot";
import type { ProviderKind } from "./provider.model.ts";

const issuer = "https://accounts.google.com";

const Profile = v.object({
  sub: v.string(),
  name: v.optional(v.string()),
  picture: v.optional(v.string()),
  email: v.string(),
  email_verified: v.optional(v.boolean(), false),
});

/** Google has one fixed address. */
export const google: ProviderKind = {
  authorizeUrl: `${issuer}/o/oauth2/v2/auth`,
  tokenUrl: "https://oauth2.googleapis.com/token",
  // Google's userinfo endpoint needs "openid"; GoTrue reads the same fields from the ID token.
  scopes: ["openid", "email", "profile"],
  async readProfile(read) {
    const {
      email,
      email_verified: verified,
      ...person
    } = v.parse(Profile, await read("https://openidconnect.googleapis.com/v1/userinfo"));
    return { claims: { iss: issuer, ...person }, emails: [{ email, verified, primary: true }] };
  },
};
