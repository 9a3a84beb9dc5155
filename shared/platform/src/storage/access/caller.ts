import { createMiddleware } from "hono/factory";
import { jwtVerify, type JWTPayload } from "jose";
import type { Clock } from "../../clock.ts";
import { tokenAlgorithms, verificationKey, type TokenKeys } from "../../tokens/token-keys.ts";
import { accessDenied, invalidRequest } from "../storage.errors.ts";

type CallerRole = "anon" | "authenticated" | "service_role";

/** The caller according to the token: role for Postgres, and claims that policies can test. */
export interface Caller {
  readonly role: CallerRole;
  /** The `sub` claim; empty for anonymous and service tokens. */
  readonly subject: string;
  readonly claims: JWTPayload;
  readonly token: string;
}

/** Variables of every route. `caller` is undefined only if the token is optional. */
export interface StorageEnv {
  Variables: { caller: Caller | undefined };
}

interface TokenRules {
  clock: Clock;
  tokenKeys: TokenKeys;
}

/**
 * For routes without a required token. A missing or invalid token is no error, so that responses don't reveal which
 * objects exist.
 */
export function readCaller(rules: TokenRules) {
  return createMiddleware<StorageEnv>(async (c, next) => {
    const header = c.req.header("authorization");
    c.set("caller", header === undefined ? undefined : await callerOf(header, rules).catch(() => undefined));
    await next();
  });
}

/** For routes that require a token. As on the service, errors contain the message of the JWT library. */
export function requireCaller(rules: TokenRules) {
  return createMiddleware<StorageEnv>(async (c, next) => {
    const header = c.req.header("authorization");
    if (header === undefined) throw invalidRequest("headers must have required property 'authorization'");
    c.set("caller", await callerOf(header, rules));
    await next();
  });
}

/** Like `requireCaller`, for routes on which the service treats a missing header as an unreadable token. */
export function requireToken(rules: TokenRules) {
  return createMiddleware<StorageEnv>(async (c, next) => {
    c.set("caller", await callerOf(c.req.header("authorization") ?? "", rules));
    await next();
  });
}

/** The caller of a route that requires a token. */
export function requiredCaller(caller: Caller | undefined): Caller {
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
