import { randomUUID } from "node:crypto";
import type { Query } from "@sheaf/platform";
import { accessToken, type Account, insertAccount, insertSession } from "@sheaf/platform/testing/accounts";
import { inject } from "vitest";
import { asAdmin, database } from "./database.ts";
import { type TestResponse, type Call, knock } from "./front-door.ts";

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
  return asAdmin(async (query) => {
    const account = await insertAccount(query, `${name}-${randomUUID().slice(0, 8)}@rights.example`);
    return withClaims(account, await insertSession(query, account, claims));
  });
}

/** Creates another session of an account. */
export function signIn(account: Account, claims: Record<string, unknown> = {}): Promise<Person> {
  return asAdmin(async (query) => withClaims(account, await insertSession(query, account, claims)));
}

/** A user whose token has exactly these claims; without the role `authenticated`, a caller without a token. */
export function withClaims(account: Account, claims: Readonly<Record<string, unknown>>): Person {
  const role = claims["role"] === "authenticated" ? "authenticated" : "anon";
  const token = role === "anon" ? undefined : accessToken(claims);
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
