import { createMiddleware } from "hono/factory";
import { jwtVerify, type JWTPayload } from "jose";
import type { Clock } from "../clock.ts";
import { tokenAlgorithms, verificationKey, type TokenKeys } from "../tokens/token-keys.ts";
import { accessDenied, invalidRequest } from "./storage.errors.ts";

type CallerRole = "anon" | "authenticated" | "service_role";

/** Who asks, as the token says: the role Postgres is asked under and the claims it may test. */
export interface Caller {
  readonly role: CallerRole;
  /** The `sub` claim; empty for anonymous and service tokens. */
  readonly subject: string;
  readonly claims: JWTPayload;
  readonly token: string;
}

/** Variables every route reads. `caller` is undefined only where a token is optional. */
export interface StorageEnv {
  Variables: { caller: Caller | undefined };
}

interface TokenRules {
  clock: Clock;
  tokenKeys: TokenKeys;
}

/**
 * Routes that answer strangers: a missing or bad token is nobody, not an error, so that nothing is said about
 * what exists.
 */
export function readCaller(rules: TokenRules) {
  return createMiddleware<StorageEnv>(async (c, next) => {
    const header = c.req.header("authorization");
    c.set("caller", header === undefined ? undefined : await callerOf(header, rules).catch(() => undefined));
    await next();
  });
}

/** Routes that need a token. The library's own sentence is the message, as on the service. */
export function requireCaller(rules: TokenRules) {
  return createMiddleware<StorageEnv>(async (c, next) => {
    const header = c.req.header("authorization");
    if (header === undefined) throw invalidRequest("headers must have required property 'authorization'");
    c.set("caller", await callerOf(header, rules));
    await next();
  });
}

/** The same where the service looks at no header before the token: none at all is a token that cannot be read. */
export function requireToken(rules: TokenRules) {
  return createMiddleware<StorageEnv>(async (c, next) => {
    c.set("caller", await callerOf(c.req.header("authorization") ?? "", rules));
    await next();
  });
}

/** The caller a required-token route was given. */
export function knownCaller(caller: Caller | undefined): Caller {
  if (caller === undefined) throw accessDenied("Access denied");
  return caller;
}

async function callerOf(header: string, { clock, tokenKeys }: TokenRules): Promise<Caller> {
  const token = header.replace(/^Bearer\s+/i, "");
  const claims = await verify(token, tokenKeys, clock());
  return { role: roleOf(claims["role"] ?? "anon"), subject: claims.sub ?? "", claims, token };
}

async function verify(token: string, keys: TokenKeys, currentDate: Date): Promise<JWTPayload> {
  try {
    const rules = { currentDate, algorithms: tokenAlgorithms };
    return (await jwtVerify(token, verificationKey(keys), rules)).payload;
  } catch (error) {
    throw accessDenied(error instanceof Error ? error.message : "Invalid token", error);
  }
}

function roleOf(claim: unknown): CallerRole {
  if (claim === "anon" || claim === "authenticated" || claim === "service_role") return claim;
  throw accessDenied(`role ${JSON.stringify(claim)} does not exist`);
}
