import { AppError, toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";

/**
 * Sends with the session's token as it is now, and once more with a new one where the old one may be why it was
 * refused: the file service refuses an old token and a missing right with one and the same code, and only a newer token
 * tells them apart.
 */
export async function withSessionToken<T>(send: (accessToken: string) => Promise<T>): Promise<T> {
  const token = await currentToken();
  try {
    return await send(token);
  } catch (error) {
    const { code } = toAppError(error);
    if (code !== "AccessDenied" && code !== "InvalidJWT") throw error;
    const newer = await refreshedToken();
    if (newer === token) throw error;
    return await send(newer);
  }
}

/** The client renews a token that is about to end. */
async function currentToken(): Promise<string> {
  const { data, error } = await platformClient().auth.getSession();
  if (error) throw toAppError(error);
  if (!data.session) throw new AppError("session.required");
  return data.session.access_token;
}

async function refreshedToken(): Promise<string> {
  const { data, error } = await platformClient().auth.refreshSession();
  if (error) throw toAppError(error);
  if (!data.session) throw new AppError("session.required");
  return data.session.access_token;
}
