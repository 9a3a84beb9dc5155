import { randomUUID } from "node:crypto";
import type { Database } from "@sheaf/contract/database.types";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { Task } from "../task.ts";
import { batch, drainQueue } from "../drain-queue.ts";

/** Between two looks at what is due, in milliseconds. Days are what matters. */
const pauseMs = 10_000;

/** Sends requests again that repeat, and has their senders told a day before. */
export function createRecurringTask(client: SupabaseClient<Database>): Task {
  const worker = randomUUID();
  return {
    name: "recurring",
    pauseMs,
    run: (stopped) =>
      drainQueue({
        counted: "requests",
        claim: { name: "claim_repeats", call: () => client.rpc("claim_repeats", { worker, batch }) },
        finish: { name: "finish_repeat", call: (row) => client.rpc("finish_repeat", { ...row, worker }) },
        stopped,
      }),
    close: () => undefined,
  };
}
