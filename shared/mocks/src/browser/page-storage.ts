import { cookieNames, encodedPrefix, sessionCookieAttributes } from "@sheaf/contract/cookies";
import { encodeJson } from "../base64url.ts";

/** Browsers limit a cookie to 4,096 bytes; the client splits longer values into parts of this many characters. */
const partLength = 3180;

const secure = location.protocol === "https:";

/** Cookies of this site, including the run's. */
const ours = /^(__Host-)?sheaf-/;

const panelKept = "sheaf-qa-panel";

/** True if the panel was open on the previous page, even in another run. */
export function panelWasOpen(): boolean {
  return sessionStorage.getItem(panelKept) !== null;
}

export function rememberPanelOpen(open: boolean): void {
  if (open) sessionStorage.setItem(panelKept, "open");
  else sessionStorage.removeItem(panelKept);
}

/** Edge of the window at which the panel lies. */
export type PanelEdge = "top" | "bottom";

const edgeKept = "sheaf-qa-panel-edge";

export function panelEdge(): PanelEdge {
  return localStorage.getItem(edgeKept) === "top" ? "top" : "bottom";
}

export function rememberPanelEdge(edge: PanelEdge): void {
  if (edge === "top") localStorage.setItem(edgeKept, edge);
  else localStorage.removeItem(edgeKept);
}

/** Clears local and session storage, except for the panel's state. */
export function clearStorage(): void {
  const [wasOpen, edge] = [panelWasOpen(), panelEdge()];
  localStorage.clear();
  sessionStorage.clear();
  rememberPanelOpen(wasOpen);
  rememberPanelEdge(edge);
}

/** Clears storage and cookies, so that a run starts as in a new browser. */
export function clearBrowserState(): void {
  clearStorage();
  for (const pair of document.cookie.split("; ")) {
    const name = pair.split("=", 1).join("");
    // Cookies ignore ports, so those of other local services must be left alone.
    if (ours.test(name)) writeCookie(name, "", 0);
  }
}

/** Signs this browser in by writing the session cookie as the client does. */
export function storeSession(session: Record<string, unknown>): void {
  const { session: name } = cookieNames({ secure });
  const value = encodedPrefix + encodeJson(session);
  const { maxAge } = sessionCookieAttributes;
  if (value.length <= partLength) return writeCookie(name, value, maxAge);
  for (let part = 0; part * partLength < value.length; part += 1) {
    writeCookie(`${name}.${part}`, value.slice(part * partLength, (part + 1) * partLength), maxAge);
  }
}

/** @returns the raw value of a cookie. */
export function readCookie(name: string): string | undefined {
  const pair = document.cookie.split("; ").find((part) => part.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}

/** @param maxAge seconds; 0 deletes the cookie. Default: until the browser is closed. */
export function writeCookie(name: string, value: string, maxAge?: number): void {
  const age = maxAge === undefined ? "" : `; Max-Age=${maxAge}`;
  document.cookie = `${name}=${value}; Path=/; SameSite=Lax${age}${secure ? "; Secure" : ""}`;
}
