import type { Database } from "@sheaf/contract/database.types";
import type { SupabaseClient } from "@supabase/supabase-js";
import { CallFailure } from "../call-failure.ts";
import type { PlatformConfig } from "../config.ts";
import type { Task, TaskReport } from "../task.ts";
import { type Checks, type ClaimedFile, createChecks } from "./checks.ts";
import { createObjectReader, type ObjectReader, ReadFailure } from "./read-object.ts";

/** Between two looks at what has arrived, in milliseconds. */
const pauseMs = 2_000;

/** Objects read at the same time. */
export const concurrency = 4;

/** Files claimed by one call, which are all read within their lease. */
const batch = 16;

/** Consecutive failures after which Storage counts as down. */
const maxFailures = 8;

/** Compares each stored file with what its sender's browser announced, once. */
export function createChecksumsTask(client: SupabaseClient<Database>, platform: PlatformConfig): Task {
  const reader = createObjectReader(platform, concurrency);
  return {
    name: "checksums",
    pauseMs,
    run: (stopped) => checkFiles({ reader, checks: createChecks(client, batch), stopped }),
    close: () => void reader.close(),
  };
}

interface Deps {
  reader: ObjectReader;
  checks: Checks;
  stopped: AbortSignal;
}

async function checkFiles({ reader, checks, stopped }: Deps): Promise<TaskReport> {
  const refusals: Record<string, number> = {};
  let failed = 0;
  let inARow = 0;
  let failure: CallFailure | undefined;
  const isDown = () => inARow >= maxFailures;
  const mayContinue = () => !stopped.aborted && !isDown() && failure === undefined;

  const check = async ({ file, object_key: key }: ClaimedFile): Promise<void> => {
    try {
      const bytes = await reader.read(key);
      inARow = 0;
      checks.finish({ file, ...bytes });
    } catch (error) {
      if (!(error instanceof ReadFailure)) throw error;
      failed += 1;
      inARow += 1;
      refusals[error.status] = (refusals[error.status] ?? 0) + 1;
      await checks.postpone(file);
    }
  };
  const work = async (): Promise<void> => {
    try {
      while (mayContinue()) {
        const claimed = await checks.next();
        if (claimed === undefined) return;
        await check(claimed);
      }
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      failure ??= error;
    }
  };

  await Promise.all(Array.from({ length: concurrency }, work));
  const { counts, failure: unfinished } = await checks.end();
  failure ??= unfinished;
  const endedBy = failure?.message ?? (isDown() ? "storage" : stopped.aborted ? "signal" : undefined);
  return {
    isNews: failed > 0 || Object.values(counts).some((count) => count > 0),
    isPartial: failed > 0 || endedBy !== undefined,
    facts: {
      files: counts,
      ...(failed > 0 && { failed, refusals }),
      ...(endedBy !== undefined && { endedBy }),
      ...(failure && { code: failure.code }),
    },
  };
}
