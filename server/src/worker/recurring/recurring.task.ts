import { randomUUID } from "node:crypto";
import type { Database } from "@sheaf/contract/database.types";
import type { SupabaseClient } from "@supabase/supabase-js";
import { CallFailure } from "../call-failure.ts";
import type { Task, TaskReport } from "../task.ts";

/** Between two looks at what is due, in milliseconds. Days are what matters. */
const pauseMs = 10_000;

/** Requests leased by one call. An attempt is counted with the lease, so none is leased that waits behind a failure. */
const batch = 1;

/** `waits`: for another day. `failed`: until a member goes on. */
type Outcome = "sent" | "failed" | "waits";

/** Sends requests again that repeat, each in a transaction of its own, and has their senders told a day before. */
export function createRecurringTask(client: SupabaseClient<Database>): Task {
  const worker = randomUUID();
  return {
    name: "recurring",
    pauseMs,
    run: (stopped) => sendAll({ client, worker, stopped }),
    close: () => undefined,
  };
}

interface RunOptions {
  client: SupabaseClient<Database>;
  worker: string;
  stopped: AbortSignal;
}

async function sendAll({ client, worker, stopped }: RunOptions): Promise<TaskReport> {
  const requests: Record<Outcome, number> = { sent: 0, failed: 0, waits: 0 };
  const report = (more: object = {}): TaskReport => ({
    isNews: Object.values(requests).some((count) => count > 0),
    isPartial: Object.keys(more).length > 0,
    facts: { requests, ...more },
  });
  try {
    while (!stopped.aborted) {
      const claim = await client.rpc("claim_repeats", { worker, batch });
      if (claim.error) throw new CallFailure("claim_repeats", { ...claim, code: claim.error.code });
      const [claimed] = claim.data;
      if (!claimed) return report();
      const end = await client.rpc("finish_repeat", { ...claimed, worker });
      if (end.error) throw new CallFailure("finish_repeat", { ...end, code: end.error.code });
      const outcome = toOutcome(end.data);
      if (outcome !== undefined) requests[outcome] += 1;
    }
    return report({ endedBy: "signal" });
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    return report({ endedBy: error.message, code: error.code });
  }
}

/** Undefined for a request that was skipped, ended or claimed by another worker meanwhile. */
const toOutcome = (end: string | null): Outcome | undefined =>
  end === "sent" || end === "failed" || end === "waits" ? end : undefined;
