/** What was started, to be ended in the opposite order. */
export interface Stack {
  push(end: () => Promise<void>): void;
  /** Ends everything once, however often it is called; one failure does not keep the rest alive. */
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
    if (failures.length > 0) throw new AggregateError(failures, "Not everything could be stopped.");
  }
  return {
    push: (end) => ends.push(end),
    unwind: () => (unwinding ??= unwind()),
  };
}
