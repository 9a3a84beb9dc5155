import type { PlatformKeys } from "../keys.ts";

/** Reached by a browser that follows a link or a redirect, which cannot send a key. */
const openPaths = new Set([
  "/auth/v1/verify",
  "/auth/v1/callback",
  "/auth/v1/authorize",
  "/auth/v1/.well-known/jwks.json",
]);

/** Why a request may not pass, in the gateway's own words; undefined when it may. */
export type KeyRefusal = { readonly message: string; readonly hint: string } | undefined;

/** The key rule: Auth and rows need one of the platform's keys, files do not (their service asks for a token). */
export function refuseByKey(url: URL, headers: Headers, keys: PlatformKeys): KeyRefusal {
  if (url.pathname.startsWith("/storage/v1/") || openPaths.has(url.pathname)) return undefined;
  const key = apiKeyOf(url, headers);
  if (key === undefined) {
    return {
      message: "No API key found in request",
      hint: "No `apikey` request header or url param was found.",
    };
  }
  const known = [keys.publishable, keys.secret, keys.anonJwt, keys.serviceJwt].includes(key);
  return known
    ? undefined
    : { message: "Invalid API key", hint: "Double check your Supabase `anon` or `service_role` API key." };
}

/**
 * What the service behind is told of the caller: a person's own token passes; otherwise an opaque key becomes the
 * token it stands for, and a legacy key is a token already. Undefined when the request carries neither.
 */
export function authorizationFor(url: URL, headers: Headers, keys: PlatformKeys): string | undefined {
  const given = headers.get("authorization");
  if (given !== null && !/^bearer sb_/i.test(given)) return given;
  const key = apiKeyOf(url, headers);
  if (key === undefined) return given ?? undefined;
  if (key === keys.secret) return `Bearer ${keys.serviceJwt}`;
  if (key === keys.publishable) return `Bearer ${keys.anonJwt}`;
  return `Bearer ${key}`;
}

function apiKeyOf(url: URL, headers: Headers): string | undefined {
  return headers.get("apikey") ?? url.searchParams.get("apikey") ?? undefined;
}
