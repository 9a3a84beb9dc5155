import { cookieNames, encodedPrefix, sessionCookieAttributes } from "@sheaf/contract/cookies";
import { encodeJson } from "../base64url.ts";

/** A browser takes 4,096 bytes for a cookie; the client splits a longer value in parts of this many characters. */
const partLength = 3180;

const secure = location.protocol === "https:";

/** Names of cookies that pages of this site write, the run's among them. */
const ours = /^(__Host-)?sheaf-/;

const panelKept = "sheaf-qa-panel";

/** Whether the panel stood open on the page before this one, a run before this one included. */
export function panelWasOpen(): boolean {
  return sessionStorage.getItem(panelKept) !== null;
}

export function keepPanelOpen(open: boolean): void {
  if (open) sessionStorage.setItem(panelKept, "open");
  else sessionStorage.removeItem(panelKept);
}

/** What pages have kept besides cookies; only the panel stays as it was. */
export function forgetStorage(): void {
  const wasOpen = panelWasOpen();
  localStorage.clear();
  sessionStorage.clear();
  keepPanelOpen(wasOpen);
}

/** Everything that a page may have kept, so that a run begins as in a new browser. */
export function forgetEverything(): void {
  forgetStorage();
  for (const pair of document.cookie.split("; ")) {
    const name = pair.split("=", 1).join("");
    // Cookies know no ports: those of whatever else runs on this machine stay.
    if (ours.test(name)) writeCookie(name, "", 0);
  }
}

/** Signs this browser in, as the client keeps a session. */
export function giveSession(session: Record<string, unknown>): void {
  const { session: name } = cookieNames({ secure });
  const value = encodedPrefix + encodeJson(session);
  const { maxAge } = sessionCookieAttributes;
  if (value.length <= partLength) return writeCookie(name, value, maxAge);
  for (let part = 0; part * partLength < value.length; part += 1) {
    writeCookie(`${name}.${part}`, value.slice(part * partLength, (part + 1) * partLength), maxAge);
  }
}

/** @returns the value of a cookie of this page, as it was written. */
export function readCookie(name: string): string | undefined {
  const pair = document.cookie.split("; ").find((part) => part.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}

/** @param maxAge seconds; 0 removes the cookie, and without it the cookie goes when the browser is closed. */
export function writeCookie(name: string, value: string, maxAge?: number): void {
  const age = maxAge === undefined ? "" : `; Max-Age=${maxAge}`;
  document.cookie = `${name}=${value}; Path=/; SameSite=Lax${age}${secure ? "; Secure" : ""}`;
}
