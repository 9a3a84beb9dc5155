import { randomUUID } from "node:crypto";
import type { Query } from "../database/database.ts";
import { localKeys, signToken } from "../keys.ts";

export interface Account {
  readonly userId: string;
  readonly email: string;
}

/** Creates an account with a verified address by SQL, for a test whose subject isn't sign-in. */
export async function insertAccount(query: Query, email: string): Promise<Account> {
  const userId = randomUUID();
  await query(
    `insert into auth.users (id, aud, role, email, email_confirmed_at, created_at, updated_at)
     values ($1, 'authenticated', 'authenticated', $2, now(), now(), now())`,
    [userId, email],
  );
  return { userId, email };
}

/** Creates a session of an account by SQL. @returns the claims of its token. */
export async function insertSession(
  query: Query,
  { userId, email }: Account,
  claims: Readonly<Record<string, unknown>> = {},
): Promise<Record<string, unknown>> {
  const sessionId = randomUUID();
  await query(
    "insert into auth.sessions (id, user_id, aal, created_at, updated_at) values ($1, $2, $3, now(), now())",
    [sessionId, userId, claims["aal"] ?? "aal1"],
  );
  return {
    sub: userId,
    email,
    role: "authenticated",
    aud: "authenticated",
    session_id: sessionId,
    aal: "aal1",
    is_anonymous: false,
    amr: [{ method: claims["aal"] === "aal2" ? "totp" : "otp", timestamp: secondsNow() }],
    ...claims,
  };
}

/** An access token with these claims, valid for an hour. */
export const accessToken = (claims: Readonly<Record<string, unknown>>): string =>
  signToken({ ...claims, exp: secondsNow() + 3600 }, localKeys.jwtSecret);

const secondsNow = () => Math.floor(Date.now() / 1000);
