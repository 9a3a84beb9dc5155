import { compactVerify } from "jose";
import type { PlatformKeys } from "../keys.ts";
import { tokenAlgorithms, verificationKey, type TokenKeys } from "../tokens/token-keys.ts";

/** Opened by browsers that follow a link or redirect, or by other servers, which can't send a key. */
const openPaths = new Set([
  "/auth/v1/verify",
  "/auth/v1/callback",
  "/auth/v1/authorize",
  "/auth/v1/.well-known/jwks.json",
]);

/** Body of the 401 response; undefined if the request may pass. */
export type KeyRefusal = { readonly message: string; readonly hint: string } | undefined;

/** Auth and rows require one of the platform's keys. Storage doesn't: it checks tokens itself. */
export async function checkApiKey(
  url: URL,
  headers: Headers,
  { keys, tokenKeys }: { keys: PlatformKeys; tokenKeys: TokenKeys },
): Promise<KeyRefusal> {
  if (url.pathname.startsWith("/storage/v1/") || openPaths.has(url.pathname)) return undefined;
  const key = apiKeyOf(url, headers);
  if (key === undefined) {
    return {
      message: "No API key found in request",
      hint: "No `apikey` request header or url param was found.",
    };
  }
  const known = [keys.publishable, keys.secret, keys.anonJwt, keys.serviceJwt].includes(key);
  return known || (await isOwnToken(key, tokenKeys))
    ? undefined
    : { message: "Invalid API key", hint: "Double check your Supabase `anon` or `service_role` API key." };
}

/**
 * `Authorization` header for the upstream service: the user's token unchanged, otherwise the token that an opaque key
 * stands for. A legacy key is passed on without `Bearer`, like the CLI's gateway does: Storage accepts it as a token,
 * Auth and PostgREST don't. Undefined if the request has neither token nor key.
 */
export function authorizationFor(url: URL, headers: Headers, keys: PlatformKeys): string | undefined {
  const given = headers.get("authorization");
  if (given !== null && !/^bearer sb_/i.test(given)) return given;
  const key = apiKeyOf(url, headers);
  if (key === undefined) return given ?? undefined;
  if (key === keys.secret) return `Bearer ${keys.serviceJwt}`;
  if (key === keys.publishable) return `Bearer ${keys.anonJwt}`;
  return key;
}

/** Accepts any token signed with the platform's secret or key pair; the upstream service checks its expiry and role. */
async function isOwnToken(key: string, tokenKeys: TokenKeys): Promise<boolean> {
  return compactVerify(key, verificationKey(tokenKeys), { algorithms: tokenAlgorithms }).then(
    () => true,
    () => false,
  );
}

function apiKeyOf(url: URL, headers: Headers): string | undefined {
  return headers.get("apikey") ?? url.searchParams.get("apikey") ?? undefined;
}
