import type { PGlite } from "@electric-sql/pglite";
import { readyState } from "./backend-messages.ts";

export interface Exchange {
  /** Everything the engine answered, when no `onBytes` was given. */
  readonly bytes: Buffer;
  /** undefined while a pipeline is not over. */
  readonly state: "idle" | "in transaction" | undefined;
}

/** Engines that have failed inside. The next call into one would never come back, and stop this whole process. */
const ended = new WeakSet<PGlite>();

/** @throws when the engine has ended. */
export function assertRunning(engine: PGlite): void {
  if (ended.has(engine)) throw new Error("The embedded database has ended; start the platform again.");
}

/** Ends an engine, unless it has ended itself. */
export async function closeEngine(engine: PGlite): Promise<void> {
  if (!ended.has(engine)) await engine.close();
}

/** Sends client messages to the engine and passes its answer on, piece by piece. */
export async function exchange(
  engine: PGlite,
  messages: Uint8Array,
  onBytes?: (bytes: Buffer) => void,
): Promise<Exchange> {
  const kept: Buffer[] = [];
  let tail: Buffer = Buffer.alloc(0);
  assertRunning(engine);
  const answered = engine.runExclusive(() =>
    engine.execProtocolRawStream(messages, {
      onRawData(data) {
        // The engine reuses its memory for the next answer.
        const bytes = Buffer.from(data);
        tail = Buffer.concat([tail, bytes.subarray(-6)]).subarray(-6);
        if (onBytes === undefined) kept.push(bytes);
        else onBytes(bytes);
      },
    }),
  );
  try {
    await answered;
  } catch (error) {
    ended.add(engine);
    throw new Error("The embedded database has ended; start the platform again.", { cause: error });
  }
  return { bytes: Buffer.concat(kept), state: readyState(tail) };
}
