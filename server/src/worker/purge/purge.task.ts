import type { Database } from "@sheaf/contract/database.types";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { WorkerConfig } from "../config.ts";
import type { Task } from "../task.ts";
import { createPurgePlatform } from "./platform.ts";
import { runPurge } from "./run-purge.ts";

/** Deletes the bytes of removed files. */
export function createPurgeTask(client: SupabaseClient<Database>, config: WorkerConfig["purge"]): Task {
  const { batch, uploadsFolder: folder, uploadHours, pauseMs } = config;
  return {
    name: "purge",
    pauseMs,
    async run(stopped) {
      const platform = createPurgePlatform(client, { batch, uploadHours });
      const before = new Date(Date.now() - uploadHours * 3_600_000);
      const sweep = folder === undefined ? undefined : { folder, before };
      const report = await runPurge({ platform, batch, stopped, sweep });
      // Always logged: operators look for the line, and a run starts only every quarter of an hour.
      return { isNews: true, isPartial: report.failed > 0 || report.endedBy !== undefined, facts: report };
    },
    close: () => undefined,
  };
}
