import { limits } from "@sheaf/contract/limits";
import { startOwnWorker } from "../../../lib/own-worker.ts";
import type { ListSource, ReadList } from "./list.models.ts";

/** A reader that takes longer is stopped, with all its memory. Milliseconds. */
const timeoutMs = 30_000;

/** Reads a list in a worker of its own, which is loaded only now. The file doesn't leave the browser. */
export async function openList(source: ListSource): Promise<ReadList> {
  const bytes = typeof source === "string" ? source.length : source.size;
  if (bytes > limits.listBytes) return { problem: "list.too_large" };
  const worker = startOwnWorker((await import("./list.worker.ts?worker&url")).default, "list");
  const { promise, resolve } = Promise.withResolvers<ReadList>();
  const giveUp = () => resolve({ problem: "list.unreadable" });
  const timer = setTimeout(giveUp, timeoutMs);
  worker.addEventListener("message", ({ data }: MessageEvent<ReadList>) => resolve(data));
  worker.addEventListener("error", giveUp);
  worker.postMessage(source);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
