import { randomUUID } from "node:crypto";
import type { Query } from "../../database/database.ts";
import type { AuthenticationMethod } from "./authentication-method.ts";
import type { CodeChallenge } from "./code-challenge.ts";
import type { UserRow } from "../accounts/user.model.ts";
import { lockUserById } from "../accounts/user.repository.ts";

/** Lifetime of a code exchange and of a provider's `state`: the service's default and minimum. Milliseconds. */
export const flowLifetimeMs = 300_000;

export type FlowState = {
  id: string;
  user_id: string | null;
  auth_code: string;
  code_challenge: string;
  code_challenge_method: CodeChallenge["method"];
  authentication_method: AuthenticationMethod;
  /** The provider's tokens for the page; empty for emailed links. */
  provider_access_token: string | null;
  provider_refresh_token: string | null;
  created_at: Date;
  auth_code_issued_at: Date | null;
};

/**
 * Starts an exchange. Its code is created now and issued when the emailed link is followed. Inserts nothing if the
 * account doesn't exist.
 */
export async function startFlow(
  query: Query,
  flow: {
    userId: string;
    provider: string;
    method: AuthenticationMethod;
    codeChallenge: CodeChallenge;
    now: Date;
  },
): Promise<void> {
  const { userId, provider, method, codeChallenge, now } = flow;
  await query(
    `insert into auth.flow_state (id, user_id, auth_code, code_challenge_method, code_challenge, provider_type,
       authentication_method, provider_access_token, provider_refresh_token, created_at, updated_at)
     select $1, id, $3, $4::auth.code_challenge_method, $5, $6, $7, '', '', $8::timestamptz, $8::timestamptz
     from auth.users where id = $2`,
    [
      randomUUID(),
      userId,
      randomUUID(),
      codeChallenge.method,
      codeChallenge.challenge,
      provider,
      method,
      now,
    ],
  );
}

/**
 * Issues the code of the newest flow of this method. An older pending flow is orphaned: its verifier won't match.
 */
export async function issueCode(
  query: Query,
  flow: { userId: string; method: AuthenticationMethod; now: Date },
): Promise<string | undefined> {
  const { rows } = await query<FlowState>(
    `update auth.flow_state set auth_code_issued_at = $3, updated_at = $3
     where id = (select id from auth.flow_state where user_id = $1 and authentication_method = $2
                 order by created_at desc, id desc limit 1)
     returning *`,
    [flow.userId, flow.method, flow.now],
  );
  return rows[0]?.auth_code;
}

/** The flow of a code with its account, locked, so the second of two exchanges finds the flow gone. */
export async function lockUserByCode(
  query: Query,
  code: string,
): Promise<{ flow: FlowState; user: UserRow } | undefined> {
  const first = await findFlow(query, code);
  const user = first?.user_id ? await lockUserById(query, first.user_id) : undefined;
  // Read again: the code may have been exchanged while this request waited for the lock.
  const flow = user && (await findFlow(query, code));
  return flow && { flow, user };
}

async function findFlow(query: Query, code: string): Promise<FlowState | undefined> {
  const { rows } = await query<FlowState>("select * from auth.flow_state where auth_code = $1", [code]);
  return rows[0];
}

export async function deleteFlow(query: Query, id: string): Promise<void> {
  await query("delete from auth.flow_state where id = $1", [id]);
}

/** Flows of sign-in links expire after the click, because links wait in an inbox; all others after the request. */
export function isFlowExpired(flow: FlowState, now: Date): boolean {
  const since =
    flow.authentication_method === "magiclink"
      ? (flow.auth_code_issued_at ?? flow.created_at)
      : flow.created_at;
  return now.getTime() > since.getTime() + flowLifetimeMs;
}
