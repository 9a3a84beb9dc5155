import { randomUUID } from "node:crypto";
import type { Database } from "@sheaf/contract/database.types";
import type { SupabaseClient } from "@supabase/supabase-js";
import { CallFailure } from "../call-failure.ts";
import type { Task, TaskReport } from "../task.ts";

/** Between two looks at the jobs, in milliseconds. */
const pauseMs = 2_000;

/** People leased by one call. An attempt is counted with the lease, so nobody is leased who waits behind a failure. */
const batch = 1;

/** `waits`: its turn comes on another day, or when a member resumes. */
type Outcome = "sent" | "failed" | "waits";

/** Makes the requests of templates that are sent to many people, each in a transaction of its own. */
export function createBulkTask(client: SupabaseClient<Database>): Task {
  const worker = randomUUID();
  return {
    name: "bulk",
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
  const people: Record<Outcome, number> = { sent: 0, failed: 0, waits: 0 };
  const report = (more: object = {}): TaskReport => ({
    isNews: Object.values(people).some((count) => count > 0),
    isPartial: Object.keys(more).length > 0,
    facts: { people, ...more },
  });
  try {
    while (!stopped.aborted) {
      const claim = await client.rpc("claim_bulk", { worker, batch });
      if (claim.error) throw new CallFailure("claim_bulk", { ...claim, code: claim.error.code });
      const [claimed] = claim.data;
      if (!claimed) return report();
      const end = await client.rpc("finish_bulk", { ...claimed, worker });
      if (end.error) throw new CallFailure("finish_bulk", { ...end, code: end.error.code });
      const outcome = toOutcome(end.data);
      if (outcome !== undefined) people[outcome] += 1;
    }
    return report({ endedBy: "signal" });
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    return report({ endedBy: error.message, code: error.code });
  }
}

/** Undefined for somebody who was paused, stopped or claimed by another worker meanwhile. */
const toOutcome = (end: string | null): Outcome | undefined =>
  end === "sent" || end === "failed" || end === "waits" ? end : undefined;
