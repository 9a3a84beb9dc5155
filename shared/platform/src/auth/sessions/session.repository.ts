import { randomUUID } from "node:crypto";
import type { Query } from "../../database/database.ts";
import type { AuthenticationMethod } from "./authentication-method.ts";
import type { Client } from "./client.ts";

export type SessionRow = {
  id: string;
  user_id: string;
  created_at: Date;
  not_after: Date | null;
  last_refreshed_at: Date | null;
  aal: Aal | "aal3" | null;
};

/** Assurance level: one factor or two. */
export type Aal = "aal1" | "aal2";

export type AmrClaim = { method: AuthenticationMethod; timestamp: number };

export async function insertSession(
  query: Query,
  session: { userId: string; method: AuthenticationMethod; client: Client; now: Date },
): Promise<string> {
  const id = randomUUID();
  const { userId, method, client, now } = session;
  await query(
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
     values ($1, $2, $3, $3, 'aal1', $4, $5)`,
    [id, userId, now, client.userAgent, client.ip],
  );
  await recordAuthenticationMethod(query, { sessionId: id, method, now });
  return id;
}

/** Records an authentication method, or its repetition. */
export async function recordAuthenticationMethod(
  query: Query,
  proof: { sessionId: string; method: AuthenticationMethod; now: Date },
): Promise<void> {
  await query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     values ($1, $2, $3, $3, $4)
     on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`,
    [randomUUID(), proof.sessionId, proof.now, proof.method],
  );
}

/** The column has no time zone; the service stores UTC. */
const columns = "*, refreshed_at at time zone 'utc' as last_refreshed_at";

export async function findSession(query: Query, id: string): Promise<SessionRow | undefined> {
  const { rows } = await query<SessionRow>(`select ${columns} from auth.sessions where id = $1`, [id]);
  return rows[0];
}

export async function listSessions(query: Query, userId: string): Promise<SessionRow[]> {
  const { rows } = await query<SessionRow>(`select ${columns} from auth.sessions where user_id = $1`, [
    userId,
  ]);
  return rows;
}

/** Authentication methods of the session, newest first. Timestamps in whole seconds. */
export async function readAmr(query: Query, sessionId: string): Promise<AmrClaim[]> {
  const { rows } = await query<AmrClaim>(
    `select authentication_method as method, floor(extract(epoch from updated_at))::int as timestamp
     from auth.mfa_amr_claims where session_id = $1 order by updated_at desc`,
    [sessionId],
  );
  return rows;
}

/** Assurance level of these methods. */
export function levelOf(amr: readonly AmrClaim[]): Aal {
  return amr.some(({ method }) => method === "totp") ? "aal2" : "aal1";
}

/** Links the session to the factor that raised it. */
export async function raiseSession(
  query: Query,
  raised: { sessionId: string; factorId: string; now: Date },
): Promise<void> {
  await query("update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = $3 where id = $1", [
    raised.sessionId,
    raised.factorId,
    raised.now,
  ]);
}

/** Ends all sessions of the user at `aal1`. */
export async function deleteSingleFactorSessions(query: Query, userId: string): Promise<void> {
  await query("delete from auth.sessions where user_id = $1 and aal < 'aal2'", [userId]);
}

/** Lowers the sessions that a factor raised. Their tokens change with the next refresh. */
export async function lowerSessionsOfFactor(query: Query, factorId: string, now: Date): Promise<void> {
  await query(
    `delete from auth.mfa_amr_claims where authentication_method = 'totp'
       and session_id in (select id from auth.sessions where factor_id = $1)`,
    [factorId],
  );
  await query(
    "update auth.sessions set aal = 'aal1', factor_id = null, updated_at = $2 where factor_id = $1",
    [factorId, now],
  );
}

export async function recordRefresh(query: Query, id: string, client: Client, now: Date): Promise<void> {
  await query(
    `update auth.sessions set refreshed_at = $2::timestamptz at time zone 'utc', updated_at = $2, user_agent = $3, ip = $4
     where id = $1`,
    [id, now, client.userAgent, client.ip],
  );
}

export type SignOutScope = "global" | "local" | "others";

/** Ends sessions of a user, relative to the session that asks. Tokens and methods are deleted by cascade. */
export async function deleteSessions(
  query: Query,
  asking: { userId: string; sessionId: string | undefined },
  scope: SignOutScope,
): Promise<void> {
  await query(
    `delete from auth.sessions where user_id = $1
       and case $3 when 'local' then id = $2 when 'others' then id is distinct from $2 else true end`,
    [asking.userId, asking.sessionId ?? null, scope],
  );
}
