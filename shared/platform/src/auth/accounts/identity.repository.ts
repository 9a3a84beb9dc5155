import { randomUUID } from "node:crypto";
import type { Query } from "../../database/database.ts";
import type { IdentityRow } from "./user.model.ts";

export type IdentityData = Readonly<Record<string, unknown>> & { readonly sub: string };

/**
 * Takes an advisory lock on an identity that may not exist yet, so that two callbacks of one user don't both
 * create it.
 */
export async function lockIdentity(query: Query, provider: string, sub: string): Promise<void> {
  await query("select pg_advisory_xact_lock(hashtextextended('auth.identities:' || $1 || ':' || $2, 0))", [
    provider,
    sub,
  ]);
}

export async function findIdentity(
  query: Query,
  provider: string,
  sub: string,
): Promise<IdentityRow | undefined> {
  const { rows } = await query<IdentityRow>(
    "select * from auth.identities where provider = $1 and provider_id = $2",
    [provider, sub],
  );
  return rows[0];
}

/** Oldest first. */
export async function identitiesOf(query: Query, userId: string): Promise<IdentityRow[]> {
  const { rows } = await query<IdentityRow>(
    "select * from auth.identities where user_id = $1 order by created_at, id",
    [userId],
  );
  return rows;
}

export async function insertIdentity(
  query: Query,
  identity: { userId: string; provider: string; data: IdentityData; now: Date },
): Promise<string> {
  const id = randomUUID();
  const { userId, provider, data, now } = identity;
  await query(
    `insert into auth.identities (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at,
       updated_at)
     values ($1, $2, $3, $4, $5, $6, $6, $6)`,
    [id, data.sub, userId, JSON.stringify(data), provider, now],
  );
  return id;
}

/** Replaces the stored profile with the provider's current one. */
export async function replaceIdentityData(
  query: Query,
  id: string,
  data: IdentityData,
  now: Date,
): Promise<void> {
  await query(
    "update auth.identities set identity_data = $2, last_sign_in_at = $3, updated_at = $3 where id = $1",
    [id, JSON.stringify(data), now],
  );
}

/** Merges into the data of the email identity. */
export async function mergeEmailIdentity(
  query: Query,
  userId: string,
  now: Date,
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  await query(
    `update auth.identities set identity_data = identity_data || $3::jsonb, updated_at = $2
     where user_id = $1 and provider = 'email'`,
    [userId, now, JSON.stringify(data)],
  );
}

export async function deleteIdentity(query: Query, id: string): Promise<void> {
  await query("delete from auth.identities where id = $1", [id]);
}

export async function deleteOtherIdentities(query: Query, userId: string, keptId: string): Promise<void> {
  await query("delete from auth.identities where user_id = $1 and id <> $2", [userId, keptId]);
}

/** Updates `providers` in the account's metadata; `provider` is the oldest identity's. */
export async function updateProviders(query: Query, userId: string, now: Date): Promise<void> {
  const names = (await identitiesOf(query, userId)).map(({ provider }) => provider);
  const providers = [...new Set(names)];
  const data = { providers, ...(providers.length > 0 && { provider: providers[0] }) };
  await query(
    `update auth.users set raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || $2::jsonb, updated_at = $3
     where id = $1`,
    [userId, JSON.stringify(data), now],
  );
}
