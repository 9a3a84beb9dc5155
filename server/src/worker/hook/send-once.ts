/** Bounds the memory: a thousand times what a busy site sends in the time. */
const maxEntries = 10_000;

/** @returns the result of the work that was begun with this key not long ago and did not fail, else of `work`. */
export type SendOnce<Result> = (key: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Remembers what was done, so that a repeated request repeats nothing.
 *
 * @param keepMs how long.
 * @param isDone false for a result after which the work may be tried again.
 */
export function createSendOnce<Result>({
  keepMs,
  isDone,
}: {
  keepMs: number;
  isDone: (result: Result) => boolean;
}): SendOnce<Result> {
  // In order of age.
  const begun = new Map<string, { until: number; result: Promise<Result> }>();
  return (key, work) => {
    const now = Date.now();
    for (const [old, { until }] of begun) {
      if (until > now && begun.size < maxEntries) break;
      begun.delete(old);
    }
    const known = begun.get(key);
    if (known) return known.result;
    const entry = { until: now + keepMs, result: work() };
    begun.set(key, entry);
    const forget = (): void => {
      if (begun.get(key) === entry) begun.delete(key);
    };
    entry.result.then((result) => !isDone(result) && forget(), forget);
    return entry.result;
  };
}
