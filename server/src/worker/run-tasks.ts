import { performance } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { describeThrown } from "../http/describe-thrown.ts";
import type { Log } from "../log.ts";
import type { Task, TaskName } from "./task.ts";

/** The end of each task's last run. */
export type Health = Map<TaskName, LastRun>;

interface LastRun {
  finishedAt: string;
  /** Something was left for the next run. */
  isPartial: boolean;
}

/** Longest pause after a run that left something, in milliseconds. */
const retryMs = 60_000;

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
      let last: RunResult | undefined;
      while (!stopped.aborted) {
        last = await runTask(task, options, last);
        const pause = last.isDone ? task.pauseMs : Math.min(task.pauseMs, retryMs);
        await wait(pause, undefined, { signal: stopped }).catch(() => undefined);
      }
    }),
  );
}

export interface RunResult {
  /** False if something is left for the next run. */
  isDone: boolean;
  /** As it was logged; undefined if the run had none. */
  trouble?: string;
}

/**
 * Runs a task once.
 *
 * @param last the run before: the same trouble is logged once.
 */
export async function runTask(
  task: Task,
  { log, stopped, health }: RunOptions,
  last?: RunResult,
): Promise<RunResult> {
  const startedAt = performance.now();
  const result = await tryTask(task, stopped);
  const facts = { task: task.name, ...result.facts, ms: Math.round(performance.now() - startedAt) };
  const trouble = result.isDone ? undefined : JSON.stringify(result.facts);
  if (trouble === undefined && result.isNews) log.info(facts, "Done");
  if (trouble !== undefined && trouble !== last?.trouble)
    log.error(facts, "Done in part; the next run continues");
  health.set(task.name, { finishedAt: new Date().toISOString(), isPartial: !result.isDone });
  return { isDone: result.isDone, ...(trouble !== undefined && { trouble }) };
}

async function tryTask(
  task: Task,
  stopped: AbortSignal,
): Promise<{ isDone: boolean; isNews: boolean; facts: object }> {
  try {
    const { isPartial, isNews, facts } = await task.run(stopped);
    return { isDone: !isPartial, isNews, facts };
  } catch (error) {
    return { isDone: false, isNews: true, facts: describeThrown(error) };
  }
}
