import type { Platform } from "../platform.ts";

/** One question to Auth, as a page puts it. */
interface Question {
  method: string;
  /** Below `/auth/v1`, with its query. */
  path: string;
  body?: unknown;
  /** Default: the key that every page has, which is nobody's. */
  token?: string;
  userAgent?: string;
}

/** Asks the platform's Auth and reads its JSON; a redirect is an answer and is not followed. */
export async function askAuth(platform: Pick<Platform, "url" | "anonKey">, question: Question) {
  const { method, path, body, token = platform.anonKey, userAgent } = question;
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
