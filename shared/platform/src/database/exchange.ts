import type { PGlite } from "@electric-sql/pglite";
import { readyState } from "./backend-messages.ts";

export interface Exchange {
  /** Everything the engine answered, when no `onBytes` was given. */
  readonly bytes: Buffer;
  /** undefined while a pipeline is not over. */
  readonly state: "idle" | "in transaction" | undefined;
}

/** Sends client messages to the engine and passes its answer on, piece by piece. */
export async function exchange(
  engine: PGlite,
  messages: Uint8Array,
  onBytes?: (bytes: Buffer) => void,
): Promise<Exchange> {
  const kept: Buffer[] = [];
  let tail: Buffer = Buffer.alloc(0);
  await engine.runExclusive(() =>
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
  return { bytes: Buffer.concat(kept), state: readyState(tail) };
}
