import { HttpResponse, http } from "msw/http";
import { setupServer } from "msw/node";
import { crossOrigin } from "./answer.ts";
import type { Fault } from "./fault.ts";
import { stopStrays } from "./strays.ts";

/** A network that knows only what a test told it. */
export interface MockServer {
  /** Before all tests: nothing reaches the real network from here on. */
  listen(): void;
  /** For one test. Later faults win over earlier ones. */
  use(...faults: Fault[]): void;
  /**
   * After each test: forgets its faults. Throws when something was asked that nobody answered, because the page
   * may have taken the failure for a lost connection and the test not have noticed.
   */
  reset(): void;
  /** After all tests. */
  close(): void;
}

/**
 * @param platformUrl where the page believes the platform to be, without a slash at the end.
 * @param always faults of every test in the file.
 */
export function createMockServer(platformUrl: string, ...always: Fault[]): MockServer {
  const unanswered: string[] = [];
  const bind = (faults: Fault[]) => faults.map((fault) => fault(platformUrl));
  const preflight = http.options(
    `${platformUrl}/*`,
    () => new HttpResponse(null, { status: 204, headers: crossOrigin }),
  );
  const server = setupServer(...bind(always), preflight, ...stopStrays((asked) => unanswered.push(asked)));

  return {
    // The last handlers take everything, so this says only what happens should one be lost.
    listen: () => server.listen({ onUnhandledFrame: "error" }),
    use: (...faults) => server.use(...bind(faults)),
    reset: () => {
      server.resetHandlers();
      const list = unanswered.splice(0);
      if (list.length > 0) throw new Error(`Nobody answers:\n${list.join("\n")}`);
    },
    close: () => server.close(),
  };
}
