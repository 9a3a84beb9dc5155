import { randomUUID } from "node:crypto";
import type { Database } from "@sheaf/contract/database.types";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { Task } from "../task.ts";
import { batch, drainQueue } from "../drain-queue.ts";

/** Delay between two looks for bulk sends, in milliseconds. */
const pauseMs = 2_000;

/** Makes the requests of templates that are sent to many people. */
export function createBulkTask(client: SupabaseClient<Database>): Task {
  const worker = randomUUID();
  return {
    name: "bulk",
    pauseMs,
    run: (stopped) =>
      drainQueue({
        counted: "people",
        claim: { name: "claim_bulk", call: () => client.rpc("claim_bulk", { worker, batch }) },
        finish: { name: "finish_bulk", call: (row) => client.rpc("finish_bulk", { ...row, worker }) },
        stopped,
      }),
    close: () => undefined,
  };
}
