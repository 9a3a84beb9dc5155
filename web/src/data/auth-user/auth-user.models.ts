import type { User } from "@supabase/supabase-js";

/** A verified second factor. */
export interface Factor {
  id: string;
  name: string;
  /** ISO time. */
  since: string;
}

/** A sign-in method linked to the account: an email address or a provider account. */
export interface Identity {
  /** Id to pass to unlinking. */
  id: string;
  /** `email`, or the id of a provider. */
  provider: string;
  /** Address reported by the provider; empty if none. */
  email: string;
}

/** The account as Auth returns it to its owner. */
export interface AuthUser {
  email: string;
  /** New address of a pending email change. */
  newEmail: string | undefined;
  /** Oldest first. */
  factors: Factor[];
  /** Enrolled but never verified. */
  abandonedFactorIds: string[];
  identities: Identity[];
}

export function toAuthUser(user: User): AuthUser {
  const factors = user.factors ?? [];
  return {
    email: user.email ?? "",
    newEmail: user.new_email || undefined,
    factors: factors
      .filter(({ status, factor_type }) => status === "verified" && factor_type === "totp")
      .toSorted((a, b) => a.created_at.localeCompare(b.created_at))
      .map((factor) => ({ id: factor.id, name: factorName(factor.friendly_name), since: factor.created_at })),
    abandonedFactorIds: factors.filter(({ status }) => status === "unverified").map(({ id }) => id),
    identities: (user.identities ?? []).map(({ identity_id, provider, identity_data }) => ({
      id: identity_id,
      provider,
      email: typeof identity_data?.["email"] === "string" ? identity_data["email"] : "",
    })),
  };
}

/** Maximum length of a factor's name. Characters. */
export const longestFactorName = 64;

/** The only identity with the account's address, which cannot be unlinked; undefined if several have it. */
export function addressHolder({
  email,
  identities,
}: Pick<AuthUser, "email" | "identities">): Identity | undefined {
  const [holder, ...others] = identities.filter((identity) => identity.email.toLowerCase() === email);
  return others.length === 0 ? holder : undefined;
}

/** Factors enrolled by other clients may have no name. */
function factorName(given: string | undefined): string {
  return given?.trim() || "Authenticator app";
}

/** First unused name: "Authenticator app", then "Authenticator app 2" and so on. */
export function freeFactorName(factors: readonly Factor[]): string {
  const taken = new Set(factors.map(({ name }) => name));
  const base = "Authenticator app";
  let name = base;
  for (let number = 2; taken.has(name); number += 1) name = `${base} ${number}`;
  return name;
}
