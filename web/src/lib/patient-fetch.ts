/** Milliseconds between two tries of a service that gave no answer, and seconds after one that asked for a pause. */
const pauseMs = 2000;
const pauseAfterLimit = 10;
/** The client gives up at 30 s by itself and repeats what failed sooner, each time waiting longer. Milliseconds. */
const patienceMs = 30_000;

/**
 * Renewing a session, repeated until the service answers. The client's own pauses grow to half a minute, and it ends
 * the session when it is told "too many requests"; a network that is back should be noticed at once, and a limit is
 * no reason to sign anybody out.
 *
 * @param send one try; rejects without a network.
 * @returns the answer; 503 instead of a limit that outlasts the patience.
 */
export async function patientFetch(send: () => Promise<Response>): Promise<Response> {
  const end = performance.now() + patienceMs;
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

/** Milliseconds to wait; undefined for an answer to live with. */
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
