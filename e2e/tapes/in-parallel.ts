/**
 * Runs `work` once per lane. All lanes draw from one queue, so a lane that is done early takes over from the others.
 *
 * @returns when every lane is done; rejects with the first error after that.
 */
export async function inParallel<Item>(
  items: readonly Item[],
  lanes: number,
  work: (queue: Iterable<Item>, lane: number) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  // A plain iterator would be closed for all lanes by the first `break` or error in one of them.
  const shared: Iterable<Item> = { [Symbol.iterator]: () => ({ next: () => queue.next() }) };
  const count = Math.min(lanes, Math.max(items.length, 1));
  const results = await Promise.allSettled(
    Array.from({ length: count }, (_value, lane) => work(shared, lane)),
  );
  for (const result of results) if (result.status === "rejected") throw result.reason;
}
