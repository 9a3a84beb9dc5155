/** Pause after a failed attempt. Milliseconds. */
const pauseMs = 2000;
/** Pause after a rate limit without `Retry-After`. Seconds. */
const pauseAfterLimit = 10;
/** The client itself gives up after 30 s. Milliseconds. */
const timeoutMs = 30_000;

/**
 * Retries a session refresh until the service responds. The client's own back-off grows to half a minute, and it ends
 * the session on a 429. Here a retry follows as soon as the network is back, and a rate limit never signs the user
 * out.
 *
 * @param send one attempt; rejects without a network.
 * @returns the response; a 503 replaces a 429 that lasts longer than the timeout.
 */
export async function refreshFetch(send: () => Promise<Response>): Promise<Response> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const outcome = await send().catch((error: unknown) => ({ error }));
    const pause = pauseAfter(outcome);
    if (pause === undefined && outcome instanceof Response) return outcome;
    const left = end - performance.now();
    if (left <= 0) {
      if (outcome instanceof Response) return new Response(null, { status: 503 });
      throw outcome.error;
    }
    await untilOnlineOr(Math.min(pause ?? 0, left));
  }
}

/** Milliseconds to wait; undefined for a final response. */
function pauseAfter(outcome: Response | { error: unknown }): number | undefined {
  if (!(outcome instanceof Response)) return pauseMs;
  if (outcome.status === 429) {
    return 1000 * (Number(outcome.headers.get("retry-after")) || pauseAfterLimit);
  }
  return outcome.status >= 500 ? pauseMs : undefined;
}

function untilOnlineOr(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer);
      removeEventListener("online", over);
      resolve();
    };
    const timer = setTimeout(over, milliseconds);
    addEventListener("online", over);
  });
}
