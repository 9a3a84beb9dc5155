/**
 * Lets callers with the same key share one run while it lasts. A browser that loads the callback twice at once
 * then gets the same answer twice, where the second run would find its code used up.
 */
export function coalesce<Result>() {
  const running = new Map<string, Promise<Result>>();

  return (key: string, run: () => Promise<Result>): Promise<Result> => {
    const joined = running.get(key);
    if (joined) return joined;
    const started = run().finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
}
