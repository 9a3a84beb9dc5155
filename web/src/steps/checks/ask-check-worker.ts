import { startOwnWorker } from "../../lib/own-worker.ts";
import type { CheckQuestion } from "./check.worker.ts";

/** Asks a worker of its own, which ends with its answer and frees what it decoded. Rejects when stopped or if it fails. */
export async function askCheckWorker<Answer>(question: CheckQuestion, signal: AbortSignal): Promise<Answer> {
  const { default: workerUrl } = await import("./check.worker.ts?worker&url");
  signal.throwIfAborted();
  const worker = startOwnWorker(workerUrl, "check");
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const stop = () => reject(signal.reason);
  worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => resolve(data));
  worker.addEventListener("error", () => reject(new Error("The file can't be checked.")));
  signal.addEventListener("abort", stop);
  try {
    worker.postMessage(question);
    return await promise;
  } finally {
    signal.removeEventListener("abort", stop);
    worker.terminate();
  }
}
