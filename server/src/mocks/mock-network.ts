import { stopStrays } from "@sheaf/mocks/strays";
import type { HttpHandler } from "msw/http";
import { setupServer } from "msw/node";

/** What this process asks of others is answered here, and reaches no network. */
export interface MockNetwork {
  /** These answer first whatever this work asks, and nothing that other work does meanwhile. */
  during<Result>(handlers: readonly HttpHandler[], work: () => Result): Result;
  stop(): void;
}

/** @param onStray told of every request that no handler answered, as its method and address. */
export function startMockNetwork(onStray: (asked: string) => void): MockNetwork {
  const server = setupServer(...stopStrays(onStray));
  // The handlers above take everything, so this says only what happens should one be lost.
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
