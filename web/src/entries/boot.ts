/** Renders the page; a QA build first replaces the network and the clock with a recording. */
export function boot(start: () => void): void {
  if (import.meta.env.MODE !== "mocks") return start();
  void import("../mocks/start-mocks.tsx").then(({ startMocks }) => startMocks()).then(start);
}
