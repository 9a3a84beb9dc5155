import { randomUUID } from "node:crypto";
import type { Query } from "@sheaf/platform";
import { localKeys, signToken } from "@sheaf/platform/keys";
import { inject } from "vitest";
import { asAdmin, database } from "./database.ts";
import { type TestResponse, type Call, knock } from "./front-door.ts";

interface Account {
  userId: string;
  email: string;
}

/** A user of the tests, who can act through the API and in SQL. */
export interface Person {
  readonly userId: string;
  readonly email: string;
  readonly claims: Readonly<Record<string, unknown>>;
  /** Access token; undefined for a caller without one. */
  readonly token: string | undefined;
  /** Sends a request; `path` is relative to the platform's root. */
  knock(path: string, call?: Call): Promise<TestResponse>;
  rpc(name: string, args: Record<string, unknown>): Promise<TestResponse>;
  /** Runs one transaction in this user's role. Throw to roll it back. */
  sql<T>(work: (query: Query) => Promise<T>, settings?: Record<string, string>): Promise<T>;
}

/** Creates an account with a verified address and one session by SQL; sign-in itself is tested elsewhere. */
export async function signUp(name: string, claims: Record<string, unknown> = {}): Promise<Person> {
  const userId = randomUUID();
  const account = { userId, email: `${name}-${userId.slice(0, 8)}@rights.example` };
  return asAdmin(async (query) => {
    await query(
      `insert into auth.users (id, aud, role, email, email_confirmed_at, created_at, updated_at)
       values ($1, 'authenticated', 'authenticated', $2, now(), now(), now())`,
      [userId, account.email],
    );
    return beginSession(query, account, claims);
  });
}

/** Creates another session of an account. */
export function signIn(account: Account, claims: Record<string, unknown> = {}): Promise<Person> {
  return asAdmin((query) => beginSession(query, account, claims));
}

async function beginSession(
  query: Query,
  account: Account,
  claims: Record<string, unknown>,
): Promise<Person> {
  const sessionId = randomUUID();
  await query(
    `insert into auth.sessions (id, user_id, aal, created_at, updated_at) values ($1, $2, $3, now(), now())`,
    [sessionId, account.userId, claims["aal"] ?? "aal1"],
  );
  return withClaims(account, {
    sub: account.userId,
    email: account.email,
    role: "authenticated",
    aud: "authenticated",
    session_id: sessionId,
    aal: "aal1",
    is_anonymous: false,
    amr: [{ method: claims["aal"] === "aal2" ? "totp" : "otp", timestamp: Math.floor(Date.now() / 1000) }],
    ...claims,
  });
}

/** A user whose token has exactly these claims; without the role `authenticated`, a caller without a token. */
export function withClaims(account: Account, claims: Readonly<Record<string, unknown>>): Person {
  const role = claims["role"] === "authenticated" ? "authenticated" : "anon";
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const token = role === "anon" ? undefined : signToken({ ...claims, exp }, localKeys.jwtSecret);
  const gate = { ...inject("platform"), token };
  return {
    ...account,
    claims,
    token,
    knock: (path, call) => knock(gate, path, call),
    rpc: (name, args) => knock(gate, `/rest/v1/rpc/${name}`, { method: "POST", body: args }),
    sql: (work, settings) =>
      database.as(role, { "request.jwt.claims": JSON.stringify(claims), ...settings }, work),
  };
}

export const nobody = (): Person => withClaims({ userId: randomUUID(), email: "" }, { role: "anon" });
