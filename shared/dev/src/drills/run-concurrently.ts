/** Runs `count` tasks, `maxConcurrency` of them at the same time, and returns their results in order. */
export async function runConcurrently<T>(
  count: number,
  maxConcurrency: number,
  task: (n: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const work = async () => {
    while (next < count) {
      const n = next;
      next += 1;
      results[n] = await task(n);
    }
  };
  await Promise.all(Array.from({ length: maxConcurrency }, work));
  return results;
}
