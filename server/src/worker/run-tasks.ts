import { performance } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { describeThrown } from "../http/describe-thrown.ts";
import type { Log } from "../log.ts";
import type { Task, TaskName } from "./task.ts";

/** When each task last came to the end of a run, and whether it did all it had to. */
export type Health = Map<TaskName, { finishedAt: string; isPartial: boolean }>;

interface RunOptions {
  log: Log;
  stopped: AbortSignal;
  health: Health;
}

/** Runs every task again and again, each at its own pace, until `stopped` is aborted. */
export async function runTasks(tasks: readonly Task[], options: RunOptions): Promise<void> {
  const { stopped } = options;
  await Promise.all(
    tasks.map(async (task) => {
      while (!stopped.aborted) {
        await runTask(task, options);
        await wait(task.pauseMs, undefined, { signal: stopped }).catch(() => undefined);
      }
    }),
  );
}

/** Runs a task once. Resolves to false if something is left for the next run. */
export async function runTask(task: Task, { log, stopped, health }: RunOptions): Promise<boolean> {
  const startedAt = performance.now();
  let isPartial = true;
  try {
    const report = await task.run(stopped);
    isPartial = report.isPartial;
    const facts = { task: task.name, ...report.facts, ms: Math.round(performance.now() - startedAt) };
    if (isPartial) log.error(facts, "Done in part; the next run continues");
    else if (report.isNews) log.info(facts, "Done");
  } catch (error) {
    log.error({ task: task.name, ...describeThrown(error) }, "A run ended early");
  }
  health.set(task.name, { finishedAt: new Date().toISOString(), isPartial });
  return !isPartial;
}
