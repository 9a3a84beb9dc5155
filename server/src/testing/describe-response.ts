import type { TestResponse } from "./send.ts";
import { parseSetCookie } from "./set-cookie.ts";

/**
 * Describes a response in the terms of the endpoint table; values that differ between runs are replaced by names.
 */
export function describeResponse(
  response: TestResponse,
  named: Readonly<Record<string, string>>,
): { status: string; location: string; cookies: string } {
  const cookies = response.setCookies.map(parseSetCookie);
  const list = (verb: string, names: string[]) =>
    names.length === 0
      ? []
      : [
          `${verb} ${names
            .sort()
            .map((name) => `\`${rename(name, named)}\``)
            .join(", ")}`,
        ];
  const parts = [
    ...list(
      "sets",
      cookies.filter((cookie) => cookie.attributes["max-age"] !== "0").map(({ name }) => name),
    ),
    ...list(
      "removes",
      cookies.filter((cookie) => cookie.attributes["max-age"] === "0").map(({ name }) => name),
    ),
  ];
  return {
    status: String(response.status),
    location:
      response.location === undefined ? "" : `\`${rename(decodeURIComponent(response.location), named)}\``,
    cookies: parts.join("; "),
  };
}

function rename(text: string, named: Readonly<Record<string, string>>): string {
  return Object.entries(named).reduce((done, [value, name]) => done.replaceAll(value, name), text);
}
