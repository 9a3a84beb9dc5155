import { cookieNames, type CookieNames } from "@sheaf/contract/cookies";

/** Cookie names for the page's scheme. */
export function ownCookieNames(): CookieNames {
  return cookieNames({ secure: isSecurePage() });
}

export function readCookies(): Map<string, string> {
  const pairs = document.cookie
    .split("; ")
    .filter((pair) => pair.includes("="))
    .map((pair): [string, string] => {
      const at = pair.indexOf("=");
      return [pair.slice(0, at), decode(pair.slice(at + 1))];
    });
  return new Map(pairs);
}

/** @param maxAge seconds; 0 removes the cookie. */
export function writeCookie(name: string, value: string, maxAge: number): void {
  const secure = isSecurePage() ? "; Secure" : "";
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${maxAge}; SameSite=Lax${secure}`;
}

/** True if cookies are `Secure`, which also changes their name prefix. */
export function isSecurePage(): boolean {
  return location.protocol === "https:";
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
