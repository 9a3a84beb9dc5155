import type { IdentityData } from "../accounts/identity.repository.ts";
import type { ProviderEmail, ProviderProfile } from "./provider.model.ts";

/** The provider's primary address, else the last one it lists. */
export function mainEmail(profile: ProviderProfile): ProviderEmail | undefined {
  return profile.emails.find(({ primary }) => primary) ?? profile.emails.at(-1);
}

/** Stored form of a profile with GoTrue's field names: standard claims and their older duplicates. */
export function identityData(profile: ProviderProfile): IdentityData {
  const { claims } = profile;
  const email = mainEmail(profile);
  const texts = {
    name: claims.name,
    picture: claims.picture,
    preferred_username: claims.preferred_username,
    user_name: claims.user_name,
    full_name: claims.name,
    avatar_url: claims.picture,
    email: email?.email,
  };
  return {
    iss: claims.iss,
    sub: claims.sub,
    provider_id: claims.sub,
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text)),
    email_verified: email?.verified ?? false,
    phone_verified: false,
    custom_claims: {},
  };
}
