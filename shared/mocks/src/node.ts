import { HttpResponse, http } from "msw/http";
import { setupServer } from "msw/node";
import { crossOrigin } from "./json-response.ts";
import type { PlatformHandler } from "./platform-handler.ts";
import { rejectUnhandledRequests } from "./unhandled-requests.ts";

/** A mocked network that answers only with the handlers of the test. */
export interface MockServer {
  /** Call before all tests. From then on no request reaches the real network. */
  listen(): void;
  /** Adds handlers for the current test. Later handlers take precedence. */
  use(...handlers: PlatformHandler[]): void;
  /**
   * Call after each test to remove its handlers. Throws if a request was unhandled: the page may have shown a lost
   * connection without the test noticing.
   */
  reset(): void;
  /** Call after all tests. */
  close(): void;
}

/**
 * @param platformUrl platform URL that the page uses, without a trailing slash.
 * @param always handlers for all tests in the file.
 */
export function createMockServer(platformUrl: string, ...always: PlatformHandler[]): MockServer {
  const unanswered: string[] = [];
  const bind = (handlers: PlatformHandler[]) => handlers.map((handler) => handler(platformUrl));
  const preflight = http.options(
    `${platformUrl}/*`,
    () => new HttpResponse(null, { status: 204, headers: crossOrigin }),
  );
  const server = setupServer(
    ...bind(always),
    preflight,
    ...rejectUnhandledRequests((request) => unanswered.push(request)),
  );

  return {
    // The catch-all handlers come last, so this applies only if one of them is missing.
    listen: () => server.listen({ onUnhandledFrame: "error" }),
    use: (...handlers) => server.use(...bind(handlers)),
    reset: () => {
      server.resetHandlers();
      const list = unanswered.splice(0);
      if (list.length > 0) throw new Error(`Unhandled requests:\n${list.join("\n")}`);
    },
    close: () => server.close(),
  };
}
