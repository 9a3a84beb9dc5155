import type { User } from "@supabase/supabase-js";

/** A second factor that has been proven once. */
export interface Factor {
  id: string;
  name: string;
  /** ISO time. */
  since: string;
}

/** One way to sign in that belongs to the account: an address or an account elsewhere. */
export interface Identity {
  /** What unlinking asks for. */
  id: string;
  /** `email`, or the id of a provider. */
  provider: string;
  /** The address that the provider told; empty where it told none. */
  email: string;
}

/** The account as its owner may read it. */
export interface AuthUser {
  email: string;
  /** The address that a change is under way to. */
  newEmail: string | undefined;
  /** Oldest first. */
  factors: Factor[];
  /** Begun and never proven. */
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

/** Longest name of a factor that the service takes. Characters. */
export const longestFactorName = 64;

/** The one identity that has the account's address, which would be lost with it; undefined where several have it. */
export function addressHolder({
  email,
  identities,
}: Pick<AuthUser, "email" | "identities">): Identity | undefined {
  const [holder, ...others] = identities.filter((identity) => identity.email.toLowerCase() === email);
  return others.length === 0 ? holder : undefined;
}

/** Factors that were set up elsewhere may have no name. */
function factorName(given: string | undefined): string {
  return given?.trim() || "Authenticator app";
}

/** A name that none of the factors has: "Authenticator app", then "Authenticator app 2" and so on. */
export function freeFactorName(factors: readonly Factor[]): string {
  const taken = new Set(factors.map(({ name }) => name));
  const base = "Authenticator app";
  let name = base;
  for (let number = 2; taken.has(name); number += 1) name = `${base} ${number}`;
  return name;
}
