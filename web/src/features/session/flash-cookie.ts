import { type Flash, flashTypes } from "@sheaf/contract/sidecar";
import * as v from "valibot";
import { ownCookieNames, readCookies, writeCookie } from "../../lib/cookies.ts";

const FlashCookie = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ type: v.picklist(flashTypes), session_id: v.string() }),
);

/** What the sidecar left for this page, taken once. */
export function takeFlash(): Flash | null {
  const { flash } = ownCookieNames();
  const value = readCookies().get(flash);
  if (value === undefined) return null;
  writeCookie(flash, "", 0);
  const parsed = v.safeParse(FlashCookie, value);
  return parsed.success ? parsed.output : null;
}
