import type { Context } from "hono";
import type { AuthDeps } from "../auth.deps.ts";
import { validationFailed } from "../auth.errors.ts";
import { clientOf } from "../sessions/client.ts";
import { refreshSession } from "../sessions/refresh-session.ts";
import { refreshTokenLength } from "../sessions/refresh-token.repository.ts";
import { readBody, textField } from "../http/request-body.ts";
import { sendSession } from "../sessions/session-response.ts";

/** `grant_type=refresh_token`: new tokens for an existing session. */
export async function grantByRefresh(deps: AuthDeps, c: Context): Promise<Response> {
  const token = textField(await readBody(c), "refresh_token");
  if (token.length !== refreshTokenLength || !/^[a-z0-9]+$/.test(token)) {
    throw validationFailed("Refresh token is not valid");
  }
  const { session, rotated } = await refreshSession(deps, token, clientOf(c));
  if (rotated) c.header("sb-auth-refresh-token-reuse", "false");
  return sendSession(c, session);
}
