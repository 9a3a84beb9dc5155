import { combineChunks, stringFromBase64URL } from "@supabase/ssr";
import { type CookieNames, encodedPrefix } from "@sheaf/contract/cookies";

export interface StoredSession {
  accessToken: string;
  refreshToken: string;
  /** The cookies it was read from, in order. Other session cookies of the request are leftovers. */
  cookies: readonly string[];
}

/** The session that a page would read from these cookies. It proves nothing: anyone can write a cookie. */
export async function readStoredSession(
  names: CookieNames,
  cookies: ReadonlyMap<string, string>,
): Promise<StoredSession | undefined> {
  const read: string[] = [];
  const stored = await combineChunks(names.session, (name) => {
    const value = cookies.get(name);
    if (value) read.push(name);
    return value;
  });
  if (!stored?.startsWith(encodedPrefix)) return undefined;
  try {
    const session: { access_token?: unknown; refresh_token?: unknown } | null = JSON.parse(
      stringFromBase64URL(stored.slice(encodedPrefix.length)),
    );
    const { access_token: accessToken, refresh_token: refreshToken } = session ?? {};
    if (typeof accessToken !== "string" || typeof refreshToken !== "string") return undefined;
    return { accessToken, refreshToken, cookies: read };
  } catch {
    return undefined;
  }
}
