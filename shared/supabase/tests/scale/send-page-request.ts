import type { Caller } from "./caller.ts";
import type { PageRequest } from "./page-requests.ts";

export interface SentPageRequest {
  request: PageRequest;
  caller: Caller;
  /** Replace the recorded arguments and filters of these names, also of embedded rows. */
  values: Readonly<Record<string, string>>;
}

/**
 * Sends a request of the page as the caller.
 *
 * @throws Error if it fails.
 */
export async function sendPageRequest(
  platform: { url: string; anonKey: string },
  { request, caller, values }: SentPageRequest,
): Promise<unknown> {
  const replaced = (name: string, value: string) => {
    const own = values[name.slice(name.lastIndexOf(".") + 1)];
    if (own === undefined) return value;
    return value.startsWith("eq.") ? `eq.${own}` : own;
  };
  const url = new URL(platform.url + request.path);
  for (const [name, value] of request.query) url.searchParams.append(name, replaced(name, value));
  const body =
    request.body &&
    Object.fromEntries(
      Object.entries(request.body).map(([name, value]) => [
        name,
        // Lists are of requests' ids.
        Array.isArray(value)
          ? [values["request"]]
          : typeof value === "string"
            ? replaced(name, value)
            : value,
      ]),
    );
  const response = await fetch(url, {
    method: request.method,
    headers: {
      apikey: platform.anonKey,
      authorization: `Bearer ${caller.token}`,
      ...(body && { "content-type": "application/json" }),
    },
    body: body ? JSON.stringify(body) : null,
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${request.name}: ${response.status} ${text}`);
  return text === "" ? undefined : JSON.parse(text);
}
