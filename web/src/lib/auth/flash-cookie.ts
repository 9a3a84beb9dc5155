import { type Flash, flashTypes } from "@sheaf/contract/sidecar";
import { ownCookieNames, readCookies, writeCookie } from "../cookies.ts";
import { partsOf } from "./identity.ts";

/** Reads the sidecar's flash cookie and removes it. */
export function takeFlash(): Flash | null {
  const { flash } = ownCookieNames();
  const value = readCookies().get(flash);
  if (value === undefined) return null;
  writeCookie(flash, "", 0);
  return parseFlash(value);
}

/** True while an unread flash cookie exists. */
export function hasFlash(): boolean {
  return readCookies().has(ownCookieNames().flash);
}

export function parseFlash(value: string): Flash | null {
  try {
    const { type, session_id } = partsOf(JSON.parse(value));
    const known = flashTypes.find((flashType) => flashType === type);
    return known && typeof session_id === "string" ? { type: known, session_id } : null;
  } catch {
    return null;
  }
}
