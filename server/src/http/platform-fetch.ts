import { Pool } from "undici";

/** Longest wait for the platform, in milliseconds. Until then the user sees a blank page. */
const defaultTimeouts = { connect: 3_000, response: 10_000 };

/** The part of `Response` that we read. */
export interface PlatformResponse extends Pick<Response, "ok" | "status" | "text" | "json"> {
  readonly headers: Pick<Headers, "get">;
}

/** The part of `fetch` that we use. */
export type FetchPlatform = (url: string | URL, init?: PlatformRequest) => Promise<PlatformResponse>;

export interface PlatformRequest {
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
}

/** The platform's address and key. */
export interface PlatformAccess {
  /** As reached from this process, which may differ from the browsers' URL. */
  platformUrl: string;
  publishableKey: string;
  fetch: FetchPlatform;
}

export interface PlatformFetch {
  readonly fetch: FetchPlatform;
  close(): Promise<void>;
}

/**
 * `fetch` over a pool of keep-alive connections to one origin. Auth's responses are a few kilobytes, so each is read
 * whole. A real `Response` would take an eighth of a callback's processor time for streams that are never read.
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
      const url = new URL(input);
      const response = await pool.request({
        path: url.pathname + url.search,
        method: init.method ?? "GET",
        headers: init.headers ?? {},
        body: init.body ?? null,
        signal: init.signal ?? null,
      });
      const text = await response.body.text();
      const { statusCode: status, headers } = response;
      return {
        ok: status >= 200 && status < 300,
        status,
        headers: {
          get: (name) => {
            const value = headers[name.toLowerCase()];
            return value === undefined ? null : String(value);
          },
        },
        text: () => Promise.resolve(text),
        json: async () => JSON.parse(text),
      };
    },
    close: () => pool.close(),
  };
}
