/** Runs at most `count` tasks at a time, in the order in which they came. A task that is aborted while it waits never starts. */
export function takeTurns(count: number) {
  let free = count;
  const waiting: (() => void)[] = [];
  return async <Result>(signal: AbortSignal, task: () => Promise<Result>): Promise<Result> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      signal.throwIfAborted();
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
