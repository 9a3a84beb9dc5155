import { askOnce, startOwnWorker } from "../../lib/own-worker.ts";
import type { CheckQuestion } from "./check.worker.ts";

/** Asks a separate worker. Rejects when stopped or if the worker fails. */
export async function askCheckWorker<Answer>(question: CheckQuestion, signal: AbortSignal): Promise<Answer> {
  const { default: workerUrl } = await import("./check.worker.ts?worker&url");
  signal.throwIfAborted();
  return askOnce(startOwnWorker(workerUrl, "check"), question, signal);
}
