import { combineChunks, stringFromBase64URL } from "@supabase/ssr";
import type { CookieNames } from "@sheaf/contract/cookies";

const encodedPrefix = "base64-";

/**
 * Whether the request carries a session that a page could use. Not proof of who this is: it only decides that a
 * repeated callback goes on to its page, which then asks the platform itself.
 */
export async function hasStoredSession(
  names: CookieNames,
  cookies: ReadonlyMap<string, string>,
): Promise<boolean> {
  const stored = await combineChunks(names.session, (name) => cookies.get(name));
  if (!stored?.startsWith(encodedPrefix)) return false;
  try {
    const session: { access_token?: unknown; refresh_token?: unknown } | null = JSON.parse(
      stringFromBase64URL(stored.slice(encodedPrefix.length)),
    );
    return typeof session?.access_token === "string" && typeof session.refresh_token === "string";
  } catch {
    return false;
  }
}
