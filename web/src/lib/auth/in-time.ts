/** Longest wait for the service. Milliseconds. */
const timeoutMs = 5000;

/** Resolves to false on failure or after five seconds. */
export function inTime(work: Promise<boolean>): Promise<boolean> {
  const late = new Promise<false>((resolve) => setTimeout(resolve, timeoutMs, false));
  return Promise.race([work.catch(() => false), late]);
}
