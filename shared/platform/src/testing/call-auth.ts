import type { Platform } from "../platform.ts";

/** A request to Auth as a page sends it. */
interface AuthRequest {
  method: string;
  /** Relative to `/auth/v1`, with the query. */
  path: string;
  body?: unknown;
  /** Defaults to the publishable key, which stands for no user. */
  token?: string;
  userAgent?: string;
}

/** Calls the platform's Auth and parses its JSON. Doesn't follow redirects. */
export async function callAuth(platform: Pick<Platform, "url" | "anonKey">, request: AuthRequest) {
  const { method, path, body, token = platform.anonKey, userAgent } = request;
  const response = await fetch(`${platform.url}/auth/v1${path}`, {
    method,
    redirect: "manual",
    headers: {
      apikey: platform.anonKey,
      authorization: `Bearer ${token}`,
      "x-supabase-api-version": "2024-01-01",
      ...(userAgent !== undefined && { "user-agent": userAgent }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? undefined : (JSON.parse(text) as unknown) };
}
