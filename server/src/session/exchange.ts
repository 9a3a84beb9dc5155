import type { CookieNames } from "@sheaf/contract/cookies";
import type { ErrorCode } from "@sheaf/contract/errors/describe-error";
import type { PlatformAccess } from "../http/platform-fetch.ts";
import { coalesce } from "./coalesce.ts";
import { readPendingFlow } from "./pending-flow.ts";
import { withoutProviderTokens } from "./provider-tokens.ts";
import { type CodeRequest, createRequestSession } from "./request-session.ts";
import { writeItem } from "./stored-item.ts";
import { sessionIdOf } from "./token-claims.ts";
import type { CookieWrite } from "./write-cookies.ts";

export interface ExchangeRequest extends Omit<CodeRequest, "verifier"> {
  cookies: ReadonlyMap<string, string>;
  /** Selects the verifier; without it, the browser's latest one is used. */
  flowId: string | undefined;
}

export type ExchangeResult =
  | { ok: true; sessionId: string; recovery: boolean; writes: readonly CookieWrite[] }
  /** `final`: the platform rejected the code, and retrying cannot succeed. */
  | { ok: false; code: ErrorCode; final: boolean; writes: readonly CookieWrite[] };

export type Exchange = (request: ExchangeRequest) => Promise<ExchangeResult>;

/**
 * Exchanges the code of a completed sign-in for session cookies. Never throws because of the platform's response.
 *
 * The request's session plays no part: a full auth client would renew an expired one first, and a refused renewal
 * deletes the very verifiers the exchange needs.
 */
export function createExchange(options: PlatformAccess & { names: CookieNames }): Exchange {
  const { names } = options;
  const together = coalesce<ExchangeResult>();
  const requestSession = createRequestSession(options);

  const exchange: Exchange = async ({ cookies, code, flowId, userAgent, address }) => {
    const { verifier, recovery, removals } = await readPendingFlow({ names, cookies, flowId });
    if (verifier === "")
      return { ok: false, code: "pkce_code_verifier_not_found", final: true, writes: removals };

    const response = await requestSession({ code, verifier, userAgent, address });
    if (response.kind === "undecided") return { ok: false, code: response.code, final: false, writes: [] };
    if (response.kind === "refused") return { ok: false, code: response.code, final: true, writes: removals };
    const session = withoutProviderTokens(response.session);
    const sessionId = sessionIdOf(session.access_token);
    return { ok: true, sessionId, recovery, writes: [...removals, ...writeItem(names.session, session)] };
  };

  return (request) => together(keyOf(names, request), () => exchange(request));
}

/** Keyed by code and verifiers, so only the browser that started the sign-in can share its result. */
function keyOf(names: CookieNames, { cookies, code, flowId }: ExchangeRequest): string {
  const verifiers = [...cookies].filter(([name]) => name.startsWith(`${names.session}-`));
  return JSON.stringify([code, flowId, verifiers]);
}
