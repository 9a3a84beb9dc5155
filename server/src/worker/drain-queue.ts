import { type Answer, answered, CallFailure } from "./call-failure.ts";
import type { TaskReport } from "./task.ts";

/** `waits`: its turn comes later, or when a member goes on. `failed`: with a reason that members read. */
type Outcome = "sent" | "failed" | "waits";

/** One at a time: an attempt is counted with the lease, so nothing is leased that waits behind a failure. */
export const batch = 1;

interface Work<Row> {
  /** Under which the log has the counts. */
  counted: string;
  claim: { name: string; call: () => PromiseLike<Answer<Row[]>> };
  /** Answers with the outcome; with anything else for a row since stopped or claimed by another worker. */
  finish: { name: string; call: (row: Row) => PromiseLike<Answer<string>> };
  stopped: AbortSignal;
}

/** Claims and finishes one row after the other until none is due, each in its own transaction. */
export async function drainQueue<Row>({ counted, claim, finish, stopped }: Work<Row>): Promise<TaskReport> {
  const counts: Record<Outcome, number> = { sent: 0, failed: 0, waits: 0 };
  const report = (more: object = {}): TaskReport => ({
    isNews: Object.values(counts).some((count) => count > 0),
    isPartial: Object.keys(more).length > 0,
    facts: { [counted]: counts, ...more },
  });
  try {
    while (!stopped.aborted) {
      const [row] = answered(claim.name, await claim.call()) ?? [];
      if (row === undefined) return report();
      const outcome = answered(finish.name, await finish.call(row));
      if (outcome === "sent" || outcome === "failed" || outcome === "waits") counts[outcome] += 1;
    }
    return report({ endedBy: "signal" });
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    return report({ endedBy: error.message, code: error.code });
  }
}
