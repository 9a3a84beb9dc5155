import { rejectUnhandledRequests } from "@sheaf/mocks/unhandled-requests";
import type { HttpHandler } from "msw/http";
import { setupServer } from "msw/node";

/** Answers all outgoing requests of this process, so that none reaches the network. */
export interface MockNetwork {
  /** Adds handlers for the requests of `work` only, not for concurrent work. */
  during<Result>(handlers: readonly HttpHandler[], work: () => Result): Result;
  stop(): void;
}

/** @param onUnhandled called for every unhandled request with its method and URL. */
export function startMockNetwork(onUnhandled: (request: string) => void): MockNetwork {
  const server = setupServer(...rejectUnhandledRequests(onUnhandled));
  // The handlers above catch everything, so this applies only if one of them is missing.
  server.listen({ onUnhandledFrame: "error" });
  return {
    during: (handlers, work) =>
      server.boundary(() => {
        server.use(...handlers);
        return work();
      })(),
    stop: () => server.close(),
  };
}
