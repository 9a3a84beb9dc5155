import type { PGlite } from "@electric-sql/pglite";
import { readyState } from "./backend-messages.ts";

export interface Exchange {
  /** The engine's whole response; empty if `onBytes` was given. */
  readonly bytes: Buffer;
  /** Undefined while a pipeline is incomplete. */
  readonly state: "idle" | "in transaction" | undefined;
}

/** Engines that failed internally. Another call into one would never return and would block this process. */
const failed = new WeakSet<PGlite>();

/** @throws if the engine has failed. */
export function assertRunning(engine: PGlite): void {
  if (failed.has(engine)) throw new Error("The embedded database has failed. Restart the platform.");
}

/** Closes an engine, unless it has failed. */
export async function closeEngine(engine: PGlite): Promise<void> {
  if (!failed.has(engine)) await engine.close();
}

/** Sends client messages to the engine and streams its response. */
export async function exchange(
  engine: PGlite,
  messages: Uint8Array,
  onBytes?: (bytes: Buffer) => void,
): Promise<Exchange> {
  const chunks: Buffer[] = [];
  let tail: Buffer = Buffer.alloc(0);
  assertRunning(engine);
  const execution = engine.runExclusive(() =>
    engine.execProtocolRawStream(messages, {
      onRawData(data) {
        // The engine reuses this memory for the next response.
        const bytes = Buffer.from(data);
        tail = Buffer.concat([tail, bytes.subarray(-6)]).subarray(-6);
        if (onBytes === undefined) chunks.push(bytes);
        else onBytes(bytes);
      },
    }),
  );
  try {
    await execution;
  } catch (error) {
    failed.add(engine);
    throw new Error("The embedded database has failed. Restart the platform.", { cause: error });
  }
  return { bytes: Buffer.concat(chunks), state: readyState(tail) };
}
