import { AppError, toAppError } from "../../../lib/errors.ts";
import { platformClient } from "../../../lib/platform.ts";

/**
 * Sends with the current access token and once more with a new one if the first may have expired. Storage uses the same
 * code for an expired token and a missing permission, so only a retry tells them apart.
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

/** `getSession` refreshes a token that is about to expire. */
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
