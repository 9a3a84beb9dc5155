import type { Database } from "@sheaf/contract/database.types";
import type { SupabaseClient } from "@supabase/supabase-js";
import { answered, CallFailure } from "../call-failure.ts";
import type { Task, TaskReport } from "../task.ts";

/** Between two looks at what is due, in milliseconds. Days are what matters. */
const pauseMs = 60_000;

/** Requests of one call: each call is a transaction that locks them. */
const batch = 50;

/**
 * Keeps to retention: warns members, erases what has expired and empties the bin. The database says when; the purge
 * deletes the bytes.
 */
export function createExpiryTask(client: SupabaseClient<Database>): Task {
  const steps = [
    {
      counted: "planned",
      call: async () => answered("plan_expiries", await client.rpc("plan_expiries", { batch })),
    },
    {
      counted: "erased",
      call: async () => answered("erase_expired", await client.rpc("erase_expired", { batch })),
    },
    { counted: "deleted", call: async () => answered("empty_bin", await client.rpc("empty_bin", { batch })) },
  ] as const;
  return {
    name: "expiry",
    pauseMs,
    run: async (stopped): Promise<TaskReport> => {
      const requests = { planned: 0, erased: 0, deleted: 0 };
      const report = (more: object = {}): TaskReport => ({
        isNews: Object.values(requests).some((count) => count > 0),
        isPartial: Object.keys(more).length > 0,
        facts: { requests, ...more },
      });
      try {
        for (const { counted, call } of steps) {
          let done: number | null = 1;
          while (!stopped.aborted && done) {
            done = await call();
            requests[counted] += done ?? 0;
          }
        }
        return report(stopped.aborted ? { endedBy: "signal" } : {});
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error;
        return report({ endedBy: error.message, code: error.code });
      }
    },
    close: () => undefined,
  };
}
