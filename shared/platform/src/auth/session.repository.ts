import { randomUUID } from "node:crypto";
import type { Query } from "../database/database.ts";
import type { AuthenticationMethod } from "./authentication-method.ts";
import type { Client } from "./client.ts";

export type SessionRow = {
  id: string;
  user_id: string;
  created_at: Date;
  not_after: Date | null;
  aal: "aal1" | "aal2" | "aal3" | null;
};

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
  await query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     values ($1, $2, $3, $3, $4)`,
    [randomUUID(), id, now, method],
  );
  return id;
}

export async function findSession(query: Query, id: string): Promise<SessionRow | undefined> {
  const { rows } = await query<SessionRow>("select * from auth.sessions where id = $1", [id]);
  return rows[0];
}

/** What the session has been proven by, newest first; timestamps in whole seconds. */
export async function readAmr(query: Query, sessionId: string): Promise<AmrClaim[]> {
  const { rows } = await query<AmrClaim>(
    `select authentication_method as method, floor(extract(epoch from updated_at))::int as timestamp
     from auth.mfa_amr_claims where session_id = $1 order by updated_at desc`,
    [sessionId],
  );
  return rows;
}

export async function noteRefresh(query: Query, id: string, client: Client, now: Date): Promise<void> {
  await query(
    `update auth.sessions set refreshed_at = $2::timestamptz at time zone 'utc', updated_at = $2, user_agent = $3, ip = $4
     where id = $1`,
    [id, now, client.userAgent, client.ip],
  );
}

export type SignOutScope = "global" | "local" | "others";

/** Ends sessions of one person, counted from the session that asks. Tokens and claims go with their rows. */
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
