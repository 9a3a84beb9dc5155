import type { IdentityData } from "../identity.repository.ts";
import type { ProviderEmail, ProviderProfile } from "./provider.model.ts";

/** The address that the provider means by this person: the primary one, else the last it named. */
export function mainEmail(profile: ProviderProfile): ProviderEmail | undefined {
  return profile.emails.find(({ primary }) => primary) ?? profile.emails.at(-1);
}

/** What is kept of a profile, under GoTrue's names: the standard claims and their older doubles. */
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
  };
}
