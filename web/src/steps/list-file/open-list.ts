import { limits } from "@sheaf/contract/limits";
import { askOnce, startOwnWorker } from "../../lib/own-worker.ts";
import type { ListSource, ReadList, ListChoice } from "./list.models.ts";

/** A reader that takes longer is stopped, with all its memory. Milliseconds. */
const timeoutMs = 30_000;

/** Reads a list in a separate worker, loaded on demand. The file doesn't leave the browser. */
export async function openList(source: ListSource, choice: ListChoice = {}): Promise<ReadList> {
  const bytes = typeof source === "string" ? source.length : source.size;
  if (bytes > limits.listBytes) return { problem: "list.too_large" };
  const worker = startOwnWorker((await import("./list.worker.ts?worker&url")).default, "list");
  try {
    return await askOnce(worker, { source, choice }, AbortSignal.timeout(timeoutMs));
  } catch {
    return { problem: "list.unreadable" };
  }
}
