import type { Query } from "../../database/database.ts";
import { listFactors } from "../factors/factor.repository.ts";
import { identitiesOf, insertIdentity } from "./identity.repository.ts";
import { userJson, type UserJson, type UserRow } from "./user.model.ts";

/** GoTrue's `GOTRUE_JWT_AUD`. Accounts of other audiences aren't emulated. */
export const audience = "authenticated";

const noInstance = "00000000-0000-0000-0000-000000000000";

/**
 * Locks the account until the transaction ends, so requests about one user never interleave. No other row is
 * locked before it, so requests can't deadlock.
 */
export async function lockUserById(query: Query, id: string): Promise<UserRow | undefined> {
  const { rows } = await query<UserRow>("select * from auth.users where id = $1 for update", [id]);
  return rows[0];
}

/**
 * Takes an advisory lock on an address that may have no account yet, so that two simultaneous sign-ups don't both
 * create one.
 */
export async function lockAddress(query: Query, email: string): Promise<void> {
  await query("select pg_advisory_xact_lock(hashtextextended('auth.users.email:' || $1, 0))", [email]);
}

/** The account with this address; both are locked. */
export async function lockUserByEmail(query: Query, email: string): Promise<UserRow | undefined> {
  await lockAddress(query, email);
  const user = await findUserByEmail(query, email);
  const locked = user && (await lockUserById(query, user.id));
  // The address may have changed while this request waited for the lock.
  return locked?.email === email ? locked : undefined;
}

export async function findUserByEmail(query: Query, email: string): Promise<UserRow | undefined> {
  const { rows } = await query<UserRow>("select * from auth.users where email = $1 and not is_sso_user", [
    email,
  ]);
  return rows[0];
}

/**
 * The account that holds an address, by an identity (verified or not) or as its own. Nobody else can sign up with
 * the address or change to it.
 */
export async function findEmailHolder(
  query: Query,
  email: string,
  except?: string,
): Promise<UserRow | undefined> {
  const { rows } = await query<UserRow>(
    `select u.* from auth.users u
     where u.id is distinct from $2::uuid
       and (exists (select from auth.identities i
                    where i.user_id = u.id and i.email = $1 and not starts_with(i.provider, 'sso:'))
            or u.email = $1 and not u.is_sso_user)
     order by u.email is not distinct from $1 desc limit 1`,
    [email, except ?? null],
  );
  return rows[0];
}

/** Cascades to identities, sessions, factors and passkeys. */
export async function deleteUserById(query: Query, id: string): Promise<void> {
  await query("delete from auth.users where id = $1", [id]);
}

/** The user as clients see it, with identities and factors. The account must exist. */
export async function readUserJson(query: Query, id: string): Promise<UserJson> {
  const users = await query<UserRow>("select * from auth.users where id = $1", [id]);
  const user = users.rows[0];
  if (!user) throw new Error("The account was deleted during its own request");
  return userJson(user, await identitiesOf(query, id), await listFactors(query, id));
}

/** The row alone, without identities. An empty address is stored as null. */
export interface NewAccount {
  id: string;
  role: string;
  email: string;
  passwordHash: string | null;
  appMetadata: Readonly<Record<string, unknown>>;
  userMetadata: Readonly<Record<string, unknown>>;
  now: Date;
}

export async function insertAccount(query: Query, account: NewAccount): Promise<void> {
  await query(
    `insert into auth.users (id, instance_id, aud, role, email, encrypted_password, confirmation_token, recovery_token,
       email_change_token_new, email_change, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, '', '', '', '', $7, $8, $9, $9)`,
    [
      account.id,
      noInstance,
      audience,
      account.role,
      account.email || null,
      account.passwordHash,
      JSON.stringify(account.appMetadata),
      JSON.stringify(account.userMetadata),
      account.now,
    ],
  );
}

/** App metadata of a new account with these providers. */
export function providedBy(...providers: [string, ...string[]]) {
  return { provider: providers[0], providers };
}

export interface NewUser {
  id: string;
  role: string;
  email: string;
  passwordHash: string;
  data: Readonly<Record<string, unknown>>;
  now: Date;
}

/** Creates an unconfirmed account with its email identity. The metadata repeat the identity's data. */
export async function insertUser(query: Query, { data, ...user }: NewUser): Promise<void> {
  const { id, email, now } = user;
  const identity = { ...data, sub: id, email, email_verified: false, phone_verified: false };
  await insertAccount(query, { ...user, appMetadata: providedBy("email"), userMetadata: identity });
  await insertIdentity(query, { userId: id, provider: "email", data: identity, now });
}

/** Creates an account for a provider sign-in: no password, and the caller adds the identity. */
export async function insertProviderUser(
  query: Query,
  user: Omit<NewUser, "passwordHash"> & { provider: string },
): Promise<void> {
  const { provider, data, ...account } = user;
  await insertAccount(query, {
    ...account,
    passwordHash: null,
    appMetadata: providedBy(provider),
    userMetadata: data,
  });
}

/** Columns that only this service writes. */
export interface UserChange {
  email?: string | null;
  encrypted_password?: string | null;
  email_confirmed_at?: Date | null;
  confirmation_token?: string;
  confirmation_sent_at?: Date | null;
  recovery_token?: string;
  recovery_sent_at?: Date | null;
  email_change?: string;
  email_change_token_new?: string;
  email_change_token_current?: string;
  email_change_sent_at?: Date | null;
  email_change_confirm_status?: number;
  reauthentication_token?: string;
  reauthentication_sent_at?: Date | null;
  last_sign_in_at?: Date;
  phone_change_token?: string;
  phone_change_sent_at?: Date | null;
}

/** Voids every email that was sent before. Its one-time tokens are separate rows. */
export const withoutPendingEmails: UserChange = {
  confirmation_token: "",
  confirmation_sent_at: null,
  recovery_token: "",
  recovery_sent_at: null,
  email_change_token_new: "",
  email_change_token_current: "",
  email_change_sent_at: null,
  phone_change_token: "",
  phone_change_sent_at: null,
  reauthentication_token: "",
  reauthentication_sent_at: null,
};

export async function updateUser(query: Query, id: string, now: Date, change: UserChange): Promise<void> {
  const columns = Object.keys(change).map((column, index) => `${column} = $${index + 3}`);
  await query(`update auth.users set ${["updated_at = $2", ...columns].join(", ")} where id = $1`, [
    id,
    now,
    ...Object.values(change),
  ]);
}

/** Merges into the user's own metadata; null removes a key. */
export async function mergeUserMetadata(
  query: Query,
  id: string,
  now: Date,
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  const removed = Object.keys(data).filter((key) => data[key] === null);
  await query(
    `update auth.users
     set updated_at = $2, raw_user_meta_data = (coalesce(raw_user_meta_data, '{}') || $3::jsonb) - $4::text[]
     where id = $1`,
    [id, now, JSON.stringify(data), removed],
  );
}

/** Replaces the user's own metadata. */
export async function replaceUserMetadata(
  query: Query,
  id: string,
  now: Date,
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  await query("update auth.users set updated_at = $2, raw_user_meta_data = $3 where id = $1", [
    id,
    now,
    JSON.stringify(data),
  ]);
}
