interface TimeLimit {
  timeoutMs: number;
  /** Aborts with the error to fail with. */
  until: AbortSignal;
  /** Aborts that signal. */
  onTimeout: () => void;
}

/** Waits for work, but not forever. The time starts again whenever the page is shown, because a hidden page draws nothing. */
export async function withinVisibleTime<Result>(
  work: Promise<Result>,
  { timeoutMs, until, onTimeout }: TimeLimit,
): Promise<Result> {
  const settled = new AbortController();
  const { promise: failed, reject } = Promise.withResolvers<never>();
  const fail = () => reject(until.reason);
  if (until.aborted) fail();
  until.addEventListener("abort", fail, { signal: settled.signal });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const start = () => {
    clearTimeout(timer);
    timer = document.visibilityState === "visible" ? setTimeout(onTimeout, timeoutMs) : undefined;
  };
  document.addEventListener("visibilitychange", start, { signal: settled.signal });
  start();
  try {
    return await Promise.race([work, failed]);
  } finally {
    clearTimeout(timer);
    settled.abort();
  }
}
