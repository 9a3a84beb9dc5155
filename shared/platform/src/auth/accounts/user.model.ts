/** Columns of `auth.users` that this service reads. */
export type UserRow = {
  id: string;
  aud: string | null;
  role: string | null;
  email: string | null;
  encrypted_password: string | null;
  email_confirmed_at: Date | null;
  invited_at: Date | null;
  confirmation_sent_at: Date | null;
  recovery_sent_at: Date | null;
  email_change: string | null;
  email_change_sent_at: Date | null;
  email_change_confirm_status: number | null;
  reauthentication_sent_at: Date | null;
  last_sign_in_at: Date | null;
  raw_app_meta_data: Record<string, unknown> | null;
  raw_user_meta_data: Record<string, unknown> | null;
  created_at: Date | null;
  updated_at: Date | null;
  phone: string | null;
  phone_confirmed_at: Date | null;
  phone_change: string | null;
  confirmed_at: Date | null;
  banned_until: Date | null;
  deleted_at: Date | null;
  is_anonymous: boolean;
};

export type IdentityRow = {
  id: string;
  provider_id: string;
  user_id: string;
  identity_data: Record<string, unknown>;
  provider: string;
  last_sign_in_at: Date | null;
  created_at: Date | null;
  updated_at: Date | null;
  email: string | null;
};

export type FactorRow = {
  id: string;
  created_at: Date;
  updated_at: Date;
  status: "unverified" | "verified";
  friendly_name: string | null;
  factor_type: string;
  phone: string | null;
  last_challenged_at: Date | null;
};

export type UserJson = Record<string, unknown> & { id: string };

/** The user as clients see it. Empty fields are left out, except those that the wire always has. */
export function userJson(
  user: UserRow,
  identities: readonly IdentityRow[],
  factors: readonly FactorRow[],
): UserJson {
  return {
    id: user.id,
    aud: user.aud ?? "",
    role: user.role ?? "",
    email: user.email ?? "",
    phone: user.phone ?? "",
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    identities: identities.map(identityJson),
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: user.is_anonymous,
    ...present({
      email_confirmed_at: user.email_confirmed_at,
      invited_at: user.invited_at,
      phone_confirmed_at: user.phone_confirmed_at,
      confirmation_sent_at: user.confirmation_sent_at,
      confirmed_at: user.confirmed_at,
      recovery_sent_at: user.recovery_sent_at,
      new_email: user.email_change,
      new_phone: user.phone_change,
      email_change_sent_at: user.email_change_sent_at,
      reauthentication_sent_at: user.reauthentication_sent_at,
      last_sign_in_at: user.last_sign_in_at,
      banned_until: user.banned_until,
      deleted_at: user.deleted_at,
    }),
    ...(factors.length > 0 && { factors: factors.map(factorJson) }),
  };
}

/**
 * The user without `confirmed_at`: the service answers some requests from memory, and the database generates this
 * column.
 */
export function withoutConfirmedAt(user: UserJson): UserJson {
  const { confirmed_at: _generated, ...rest } = user;
  return rest;
}

function identityJson(identity: IdentityRow) {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    provider: identity.provider,
    last_sign_in_at: identity.last_sign_in_at,
    created_at: identity.created_at,
    updated_at: identity.updated_at,
    identity_data: identity.identity_data,
    ...present({ email: identity.email }),
  };
}

function factorJson(factor: FactorRow) {
  const { id, created_at, updated_at, status, factor_type } = factor;
  return {
    id,
    created_at,
    updated_at,
    status,
    factor_type,
    phone: factor.phone ?? "",
    last_challenged_at: factor.last_challenged_at,
    ...present({ friendly_name: factor.friendly_name }),
  };
}

function present(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== ""));
}

/** No session starts before the ban expires. */
export function isBanned(user: UserRow, now: Date): boolean {
  return user.banned_until !== null && user.banned_until > now;
}
