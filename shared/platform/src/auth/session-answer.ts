import type { Context } from "hono";
import { decodeJwt } from "jose";
import type { TokenResponse } from "./token-response.ts";

/** A session as the answer to whoever proved something; its ids also in headers, for logs along the way. */
export function answerSession(c: Context, session: TokenResponse): Response {
  c.header("sb-auth-user-id", session.user.id);
  c.header("sb-auth-session-id", String(decodeJwt(session.access_token)["session_id"]));
  return c.json(session);
}
