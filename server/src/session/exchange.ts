import { createHash } from "node:crypto";
import { createServerClient } from "@supabase/ssr";
import { isAuthRetryableFetchError } from "@supabase/supabase-js";
import { type CookieNames, sessionCookieAttributes } from "@sheaf/contract/cookies";
import { type ErrorCode, isErrorCode } from "@sheaf/contract/errors/describe-error";
import type { PlatformAccess } from "../platform-fetch.ts";
import { coalesce } from "./coalesce.ts";
import { createCookieJar, type CookieWrite } from "./cookie-jar.ts";
import { withoutProviderTokens } from "./provider-tokens.ts";
import { sessionIdOf } from "./token-claims.ts";

export interface ExchangeRequest {
  cookies: ReadonlyMap<string, string>;
  code: string;
  /** Names the one verifier to use; without it the latest one of this browser is taken. */
  flowId: string | undefined;
  /** Who asks, as far as the platform lists devices and counts attempts by it. */
  userAgent: string;
  address: string;
}

export type ExchangeResult =
  | { ok: true; sessionId: string; recovery: boolean; writes: readonly CookieWrite[] }
  /** `final`: the platform judged the code, and trying again is of no use. */
  | { ok: false; code: ErrorCode; final: boolean; writes: readonly CookieWrite[] };

export type Exchange = (request: ExchangeRequest) => Promise<ExchangeResult>;

/** Turns the code of a finished sign-in into session cookies. Never throws for what a platform answers. */
export function createExchange(options: PlatformAccess & { names: CookieNames; secure: boolean }): Exchange {
  const together = coalesce<ExchangeResult>();
  const fetch = withoutProviderTokens(options.fetch);

  const exchange: Exchange = async ({ cookies, code, flowId, userAgent, address }) => {
    const jar = createCookieJar({ names: options.names, cookies });
    const client = createServerClient(options.platformUrl, options.publishableKey, {
      cookieOptions: { name: options.names.session, ...sessionCookieAttributes, secure: options.secure },
      cookies: { getAll: jar.getAll, setAll: jar.setAll },
      global: { fetch, headers: { "User-Agent": userAgent, "Sb-Forwarded-For": address } },
    });
    // In the same turn as the client is made: nothing may come between.
    const { data, error } = await client.auth.exchangeCodeForSession(
      code,
      flowId === undefined ? undefined : { flowId },
    );
    const writes = jar.close();
    if (error === null) {
      const sessionId = sessionIdOf(data.session.access_token);
      // Part of the answer, though not of its declared type.
      const recovery = "redirectType" in data && data.redirectType === "recovery";
      return { ok: true, sessionId, recovery, writes };
    }
    // The client drops the verifier on any failure. When the platform never judged the code, both are still good.
    const undecided = isAuthRetryableFetchError(error) || error.status === 429;
    const known = error.code !== undefined && isErrorCode(error.code) ? error.code : "unknown";
    const failure = isAuthRetryableFetchError(error) ? "service.unavailable" : known;
    return { ok: false, code: failure, final: !undecided, writes: undecided ? [] : writes };
  };

  return (request) => together(fingerprint(options.names, request), () => exchange(request));
}

/** Same code and same verifiers: only the browser that started the sign-in can share its result. */
function fingerprint(names: CookieNames, { cookies, code, flowId }: ExchangeRequest): string {
  const verifiers = [...cookies].filter(([name]) => name.startsWith(`${names.session}-`));
  return createHash("sha256")
    .update(JSON.stringify([code, flowId, verifiers]))
    .digest("hex");
}
