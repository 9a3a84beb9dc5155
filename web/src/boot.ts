/** Starts a page; in a QA build not before a tape stands in for the network and the clock. */
export function boot(start: () => void): void {
  if (import.meta.env.MODE !== "mocks") return start();
  void import("./mocks/start-mocks.tsx").then(({ startMocks }) => startMocks()).then(start);
}
