import { randomUUID } from "node:crypto";
import type { Query } from "../../database/database.ts";

/** Lifetime of a challenge. Milliseconds. */
const lifetimeMs = 300_000;

/** For callers whose address is unknown, because the column is not nullable. */
const unknownAddress = "0.0.0.0";

export type Challenge = { id: string; created_at: Date; verified_at: Date | null; same_address: boolean };

export async function insertChallenge(
  query: Query,
  challenge: { factorId: string; ip: string | null; now: Date },
): Promise<{ id: string; expiresAt: Date }> {
  const id = randomUUID();
  const { factorId, ip, now } = challenge;
  await query(
    "insert into auth.mfa_challenges (id, factor_id, created_at, ip_address) values ($1, $2, $3, $4)",
    [id, factorId, now, ip ?? unknownAddress],
  );
  // The column is unique, and two challenges can happen in one millisecond: add random microseconds.
  await query(
    `update auth.mfa_factors set last_challenged_at = $2::timestamptz + random() * interval '999 microseconds'
     where id = $1`,
    [factorId, now],
  );
  return { id, expiresAt: new Date(now.getTime() + lifetimeMs) };
}

/** @param attempt.ip address of the response, compared with the challenge's. */
export async function findChallenge(
  query: Query,
  attempt: { id: string; factorId: string; ip: string | null },
): Promise<Challenge | undefined> {
  const { rows } = await query<Challenge>(
    `select id, created_at, verified_at, ip_address = $3::inet as same_address
     from auth.mfa_challenges where id = $1 and factor_id = $2`,
    [attempt.id, attempt.factorId, attempt.ip ?? unknownAddress],
  );
  return rows[0];
}

export function isChallengeExpired(challenge: Challenge, now: Date): boolean {
  return now.getTime() > challenge.created_at.getTime() + lifetimeMs;
}

export async function markChallengeUsed(query: Query, id: string, now: Date): Promise<void> {
  await query("update auth.mfa_challenges set verified_at = $2 where id = $1", [id, now]);
}

export async function deleteChallenge(query: Query, id: string): Promise<void> {
  await query("delete from auth.mfa_challenges where id = $1", [id]);
}
