import { askOnce, startOwnWorker } from "../../lib/own-worker.ts";
import type { CheckQuestion } from "./check.worker.ts";

/** Asks a worker of its own. Rejects when stopped or if it fails. */
export async function askCheckWorker<Answer>(question: CheckQuestion, signal: AbortSignal): Promise<Answer> {
  const { default: workerUrl } = await import("./check.worker.ts?worker&url");
  signal.throwIfAborted();
  return askOnce(startOwnWorker(workerUrl, "check"), question, signal);
}
