import type { Request } from "express";

/** Cookies of the request as text. cookie-parser turns `j:` values into objects; nothing of ours begins so: dropped. */
export function requestCookies(request: Request): Map<string, string> {
  const parsed: Record<string, unknown> = request.cookies ?? {};
  return new Map(
    Object.entries(parsed).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
