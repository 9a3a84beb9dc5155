import type { Context } from "hono";
import { decodeJwt } from "jose";
import type { TokenResponse } from "./token-response.ts";

/** Characters of a refresh token that may appear in logs. */
const prefixLength = 5;

/** Answers with a session. Its ids are also in headers, for logs. */
export function sendSession(c: Context, session: TokenResponse): Response {
  setSessionHeaders(c, session);
  return c.json(session);
}

export function setSessionHeaders(c: Context, session: TokenResponse): void {
  c.header("sb-auth-user-id", session.user.id);
  c.header("sb-auth-session-id", String(decodeJwt(session.access_token)["session_id"]));
  c.header("sb-auth-refresh-token-prefix", session.refresh_token.slice(0, prefixLength));
}
