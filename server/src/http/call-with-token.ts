import { cleanToken } from "@sheaf/contract/link-token";
import type { PlatformAccess } from "./platform-fetch.ts";

/**
 * Calls a function of the database with the token of an email, which is all that decides: a mail program may post here
 * without a browser (RFC 8058), so there is no session and no origin to compare.
 *
 * @returns what the function answered; undefined if the platform is unreachable, too slow or refuses.
 */
export async function callWithToken(
  { platformUrl, publishableKey, fetch }: PlatformAccess,
  name: "peek_stop" | "resume_email" | "stop_email" | "undo_account_change",
  token: string,
): Promise<{ answer: unknown } | undefined> {
  try {
    const response = await fetch(`${platformUrl}/rest/v1/rpc/${name}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", apikey: publishableKey },
      // A program that posts to the link of an email may not follow a redirect to the link without marks.
      body: JSON.stringify({ token: cleanToken(token) ?? "" }),
    });
    if (!response.ok) return undefined;
    return { answer: response.status === 204 ? null : await response.json() };
  } catch {
    return undefined;
  }
}
