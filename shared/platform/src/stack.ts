/** Cleanup functions that run in reverse order. */
export interface Stack {
  push(end: () => Promise<void>): void;
  /** Runs all cleanups, once even if called repeatedly. A failing cleanup doesn't prevent the others. */
  unwind(): Promise<void>;
}

export function createStack(): Stack {
  const ends: (() => Promise<void>)[] = [];
  let unwinding: Promise<void> | undefined;
  async function unwind(): Promise<void> {
    const failures: unknown[] = [];
    for (let end = ends.pop(); end !== undefined; end = ends.pop()) {
      try {
        await end();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, "Some parts couldn't be stopped.");
  }
  return {
    push: (end) => ends.push(end),
    unwind: () => (unwinding ??= unwind()),
  };
}
