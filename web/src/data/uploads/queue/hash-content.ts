import { askOnce, startOwnWorker } from "../../../lib/own-worker.ts";
import { nativeMaxBytes, startSha256 } from "../../../lib/sha256.ts";
import { hashPieces } from "./hash-pieces.ts";
import type { HashAnswer } from "./hash.worker.ts";

interface HashOptions {
  signal: AbortSignal;
  startWorker?: () => Promise<Worker>;
}

async function startHashWorker(): Promise<Worker> {
  return startOwnWorker((await import("./hash.worker.ts?worker&url")).default, "hash");
}

/**
 * SHA-256 of a file of any size. A worker hashes a large one, so that the page stays responsive and sends at the same
 * time.
 *
 * @returns lower-case hexadecimal. Rejects with the signal's reason when stopped.
 */
export async function hashContent(
  content: Blob,
  { signal, startWorker = startHashWorker }: HashOptions,
): Promise<string> {
  if (content.size <= nativeMaxBytes) return hashWhole(content);
  const worker = await startWorker().catch(() => undefined);
  const answer = worker && (await askWorker(worker, content, signal));
  if (answer === undefined) return hashPieces(content, { signal });
  if ("sha256" in answer) return answer.sha256;
  throw new Error(answer.failure);
}

async function hashWhole(content: Blob): Promise<string> {
  const hash = startSha256(content.size);
  hash.update(new Uint8Array(await content.arrayBuffer()));
  return hash.digest();
}

/** Undefined if the worker's script can't be loaded, such as after the connection was lost. */
async function askWorker(
  worker: Worker,
  content: Blob,
  signal: AbortSignal,
): Promise<HashAnswer | undefined> {
  try {
    return await askOnce(worker, content, signal);
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}
