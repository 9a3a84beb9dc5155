/**
 * Lets concurrent callers with the same key share one run. A browser that loads the callback twice at once gets the
 * same response twice; a second exchange would find the code used.
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
