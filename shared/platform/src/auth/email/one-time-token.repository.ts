import { randomUUID } from "node:crypto";
import type { Query } from "../../database/database.ts";
import { pkcePrefix } from "./one-time-code.ts";
import type { UserRow } from "../accounts/user.model.ts";
import { lockUserById } from "../accounts/user.repository.ts";

export type OneTimeTokenType =
  | "confirmation_token"
  | "recovery_token"
  | "email_change_token_new"
  | "email_change_token_current"
  | "reauthentication_token";

export interface OneTimeToken {
  userId: string;
  type: OneTimeTokenType;
  hash: string;
  relatesTo: string;
}

/**
 * Keeps one token of a type per account, so only the newest email works. Inserts nothing if the account doesn't
 * exist.
 */
export async function replaceOneTimeToken(query: Query, token: OneTimeToken, now: Date): Promise<void> {
  await query("delete from auth.one_time_tokens where user_id = $1 and token_type = $2", [
    token.userId,
    token.type,
  ]);
  await query(
    `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
     select $1, id, $3::auth.one_time_token_type, $4, $5, $6::timestamptz at time zone 'utc',
       $6::timestamptz at time zone 'utc'
     from auth.users where id = $2`,
    [randomUUID(), token.userId, token.type, token.hash, token.relatesTo, now],
  );
}

export interface FoundToken {
  user: UserRow;
  type: OneTimeTokenType;
}

/**
 * The account that a hash was emailed to, locked, so the second of two requests finds the token used. A hash
 * without the `pkce_` prefix also finds the prefixed one, because a typed code has no prefix.
 */
export async function lockUserByToken(
  query: Query,
  hash: string,
  types: readonly OneTimeTokenType[],
): Promise<FoundToken | undefined> {
  const first = await findToken(query, hash, types);
  const user = first && (await lockUserById(query, first.user_id));
  // Read again: the token may have been used while this request waited for the lock.
  const token = user && (await findToken(query, hash, types));
  return token && { user, type: token.token_type };
}

type TokenRow = { user_id: string; token_type: OneTimeTokenType };

async function findToken(query: Query, hash: string, types: readonly OneTimeTokenType[]) {
  const { rows } = await query<TokenRow>(
    `select user_id, token_type from auth.one_time_tokens
     where token_hash in ($1, $2) and token_type::text = any($3)`,
    [hash, pkcePrefix + hash, types],
  );
  return rows[0];
}

/** @param type only this type; all types if absent. */
export async function deleteOneTimeTokens(
  query: Query,
  userId: string,
  type?: OneTimeTokenType,
): Promise<void> {
  await query(
    "delete from auth.one_time_tokens where user_id = $1 and ($2::text is null or token_type::text = $2)",
    [userId, type ?? null],
  );
}
