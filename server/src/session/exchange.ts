import { createHash } from "node:crypto";
import { createServerClient } from "@supabase/ssr";
import { isAuthRetryableFetchError } from "@supabase/supabase-js";
import { type CookieNames, sessionCookieAttributes } from "@sheaf/contract/cookies";
import { type ErrorCode, isErrorCode } from "@sheaf/contract/errors/describe-error";
import type { PlatformAccess } from "../http/platform-fetch.ts";
import { coalesce } from "./coalesce.ts";
import { createCookieJar, type CookieWrite } from "./cookie-jar.ts";
import { withoutProviderTokens } from "./provider-tokens.ts";
import { sessionIdOf } from "./token-claims.ts";

export interface ExchangeRequest {
  cookies: ReadonlyMap<string, string>;
  code: string;
  /** Selects the verifier; without it, the browser's latest one is used. */
  flowId: string | undefined;
  /** The client, for the platform's list of devices and rate limits. */
  userAgent: string;
  address: string;
}

export type ExchangeResult =
  | { ok: true; sessionId: string; recovery: boolean; writes: readonly CookieWrite[] }
  /** `final`: the platform rejected the code, and retrying cannot succeed. */
  | { ok: false; code: ErrorCode; final: boolean; writes: readonly CookieWrite[] };

export type Exchange = (request: ExchangeRequest) => Promise<ExchangeResult>;

/**
 * Exchanges the code of a completed sign-in for session cookies. Never throws because of the platform's response.
 */
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
    // Synchronously after the client is created, so that nothing runs in between.
    const { data, error } = await client.auth.exchangeCodeForSession(
      code,
      flowId === undefined ? undefined : { flowId },
    );
    const writes = jar.close();
    if (error === null) {
      const sessionId = sessionIdOf(data.session.access_token);
      // Present in the response but missing from its type.
      const recovery = "redirectType" in data && data.redirectType === "recovery";
      return { ok: true, sessionId, recovery, writes };
    }
    // The client deletes the verifier on any failure. If the platform never judged the code, both are still valid.
    const undecided = isAuthRetryableFetchError(error) || error.status === 429;
    const known = error.code !== undefined && isErrorCode(error.code) ? error.code : "unknown";
    const failure = isAuthRetryableFetchError(error) ? "service.unavailable" : known;
    return { ok: false, code: failure, final: !undecided, writes: undecided ? [] : writes };
  };

  return (request) => together(fingerprint(options.names, request), () => exchange(request));
}

/** Keyed by code and verifiers, so only the browser that started the sign-in can share its result. */
function fingerprint(names: CookieNames, { cookies, code, flowId }: ExchangeRequest): string {
  const verifiers = [...cookies].filter(([name]) => name.startsWith(`${names.session}-`));
  return createHash("sha256")
    .update(JSON.stringify([code, flowId, verifiers]))
    .digest("hex");
}
