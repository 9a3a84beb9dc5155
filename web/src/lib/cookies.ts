import { cookieNames, type CookieNames } from "@sheaf/contract/cookies";

/** The names that this page's scheme uses. */
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

/** Whether cookies of this page are for https alone, which their names say too. */
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
