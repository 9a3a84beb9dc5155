import { Pool } from "undici";

/** Longest wait for the platform, in milliseconds. The user sees a blank page meanwhile. */
const defaultTimeouts = { connect: 3_000, response: 10_000 };

/** Statuses for which `Response` rejects even an empty body. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/** The platform's address and key. */
export interface PlatformAccess {
  /** As reached from this process, which may differ from the browsers' URL. */
  platformUrl: string;
  publishableKey: string;
  fetch: typeof fetch;
}

export interface PlatformFetch {
  readonly fetch: typeof fetch;
  close(): Promise<void>;
}

/**
 * `fetch` over a pool of keep-alive connections to one origin. Auth's responses are a few kilobytes, so each is
 * read whole, without the overhead of the global `fetch`.
 */
export function createPlatformFetch(origin: string, timeouts = defaultTimeouts): PlatformFetch {
  const pool = new Pool(origin, {
    connections: 64,
    connect: { timeout: timeouts.connect },
    headersTimeout: timeouts.response,
    bodyTimeout: timeouts.response,
  });

  return {
    fetch: async (input, init = {}) => {
      const url = new URL(input instanceof Request ? input.url : input);
      const response = await pool.request({
        path: url.pathname + url.search,
        method: init.method === "POST" ? "POST" : "GET",
        headers: Object.fromEntries(new Headers(init.headers)),
        body: typeof init.body === "string" ? init.body : null,
        signal: init.signal ?? null,
      });
      const headers = new Headers();
      for (const [name, value] of Object.entries(response.headers)) headers.set(name, String(value));
      const text = await response.body.text();
      const body = bodiless.has(response.statusCode) ? null : text;
      return new Response(body, { status: response.statusCode, headers });
    },
    close: () => pool.close(),
  };
}
