import { isDeepStrictEqual } from "node:util";
import { cookieNames, flashMaxAge, isSessionCookie, sessionCookieAttributes } from "@sheaf/contract/cookies";
import type { TestResponse } from "./send.ts";
import { parseSetCookie, type SetCookie } from "./set-cookie.ts";

/** Cookies and headers of a response that violate the specification; empty when there are none. */
export function deviations(response: TestResponse, { secure }: { secure: boolean }): string[] {
  const cookies = response.setCookies.map(parseSetCookie).flatMap((cookie) => ofCookie(cookie, secure));
  const demandsHttps = response.headers["strict-transport-security"] !== undefined;
  const cacheable =
    response.setCookies.length > 0 && !response.headers["cache-control"]?.includes("no-store");
  return [
    ...cookies,
    ...(demandsHttps === secure ? [] : ["strict-transport-security"]),
    ...(cacheable ? ["cache-control beside cookies"] : []),
  ];
}

function ofCookie({ name, value, attributes }: SetCookie, secure: boolean): string[] {
  const names = cookieNames({ secure });
  const { expires, ...rest } = attributes;
  const removed = value === "";
  const lifetime = isSessionCookie(names, name) ? sessionCookieAttributes.maxAge : flashMaxAge;
  const expected = {
    "max-age": String(removed ? 0 : lifetime),
    path: "/",
    samesite: "Lax",
    ...(secure && { secure: "" }),
  };
  const same = isDeepStrictEqual(rest, expected);
  const expiresInTime = removed === Date.parse(expires ?? "") < Date.now() + 1000;
  return same && expiresInTime && name.startsWith("__Host-") === secure
    ? []
    : [`${name}: ${JSON.stringify(attributes)}`];
}
