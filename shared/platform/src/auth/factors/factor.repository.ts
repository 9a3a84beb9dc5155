import { randomUUID } from "node:crypto";
import type { Query } from "../../database/database.ts";
import type { FactorRow } from "../accounts/user.model.ts";

export type StoredFactor = FactorRow & { user_id: string; secret: string | null };

/** Age after which an abandoned enrollment may be deleted. Milliseconds. */
const staleMs = 300_000;

export async function insertTotpFactor(
  query: Query,
  factor: { userId: string; friendlyName: string; secret: string; now: Date },
): Promise<string> {
  const id = randomUUID();
  await query(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
     values ($1, $2, $3, 'totp', 'unverified', $4, $5, $5)`,
    [id, factor.userId, factor.friendlyName, factor.secret, factor.now],
  );
  return id;
}

export async function listFactors(query: Query, userId: string): Promise<StoredFactor[]> {
  const { rows } = await query<StoredFactor>(
    "select * from auth.mfa_factors where user_id = $1 order by created_at, id",
    [userId],
  );
  return rows;
}

export async function findFactor(
  query: Query,
  factor: { id: string; userId: string },
): Promise<StoredFactor | undefined> {
  const { rows } = await query<StoredFactor>(
    "select * from auth.mfa_factors where id = $1 and user_id = $2",
    [factor.id, factor.userId],
  );
  return rows[0];
}

/** True if signing in requires a second factor. */
export async function hasVerifiedFactor(query: Query, userId: string): Promise<boolean> {
  const { rows } = await query(
    "select 1 from auth.mfa_factors where user_id = $1 and status = 'verified' limit 1",
    [userId],
  );
  return rows.length > 0;
}

export async function markVerified(query: Query, id: string, now: Date): Promise<void> {
  await query("update auth.mfa_factors set status = 'verified', updated_at = $2 where id = $1", [id, now]);
}

export async function deleteFactorById(query: Query, id: string): Promise<void> {
  await query("delete from auth.mfa_factors where id = $1", [id]);
}

/** Deletes enrollments that were started but not verified. */
export async function deleteUnverifiedFactors(query: Query, userId: string, type: string): Promise<void> {
  await query(
    "delete from auth.mfa_factors where user_id = $1 and factor_type::text = $2 and status = 'unverified'",
    [userId, type],
  );
}

/** Deletes old enrollments that were never challenged. */
export async function deleteStaleFactors(query: Query, userId: string, now: Date): Promise<void> {
  await query(
    `delete from auth.mfa_factors f where f.user_id = $1 and f.status = 'unverified' and f.created_at < $2
       and not exists (select from auth.mfa_challenges c where c.factor_id = f.id)`,
    [userId, new Date(now.getTime() - staleMs)],
  );
}
