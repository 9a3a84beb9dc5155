/** Request codes that may precede a startup packet. */
const sslRequest = 80_877_103;
const gssRequest = 80_877_104;
const cancelRequest = 80_877_102;

/** Maximum message size in bytes; a client that announces more doesn't speak this protocol. */
const maxMessageBytes = 256 * 1024 * 1024;

export type FrontendUnit =
  /** Requests encryption; the response is one byte, then the startup packet follows. */
  | { readonly kind: "encryption" }
  | { readonly kind: "cancel" }
  | { readonly kind: "startup"; readonly parameters: ReadonlyMap<string, string> }
  | { readonly kind: "terminate" }
  /** Messages up to and including a simple query, a Sync or a Flush. */
  | { readonly kind: "batch"; readonly bytes: Buffer };

/** Splits the byte stream of a PostgreSQL client into units that must reach the engine in one piece. */
export function createUnitReader(): (chunk: Buffer) => FrontendUnit[] {
  let pending: Buffer = Buffer.alloc(0);
  let batchEnd = 0;
  let started = false;
  return (chunk) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    const units: FrontendUnit[] = [];
    for (;;) {
      const length = messageLength(pending, batchEnd, started);
      if (length === undefined || pending.length < batchEnd + length) return units;
      if (!started) {
        const unit = openingUnit(pending.subarray(0, length));
        started = unit.kind === "startup";
        pending = pending.subarray(length);
        units.push(unit);
        continue;
      }
      const type = String.fromCharCode(pending[batchEnd] ?? 0);
      batchEnd += length;
      if (type === "X") {
        units.push({ kind: "terminate" });
      } else if (["Q", "S", "H", "F"].includes(type)) {
        units.push({ kind: "batch", bytes: pending.subarray(0, batchEnd) });
      } else {
        continue;
      }
      pending = pending.subarray(batchEnd);
      batchEnd = 0;
    }
  };
}

/**
 * True if a batch requests COPY FROM STDIN. The engine reads its whole input in one call, so it would find the end of
 * input instead of rows, and fail.
 */
export function copiesFromClient(batch: Buffer): boolean {
  for (let at = 0; at + 5 <= batch.length; at += 1 + batch.readUInt32BE(at + 1)) {
    const type = String.fromCharCode(batch[at] ?? 0);
    if (type !== "Q" && type !== "P") continue;
    const text = batch.toString("utf8", at + 5, at + 1 + batch.readUInt32BE(at + 1));
    if (/(?:^|[;\0])\s*copy\s[^;]*\sfrom\s+stdin\b/i.test(text)) return true;
  }
  return false;
}

function messageLength(bytes: Buffer, at: number, started: boolean): number | undefined {
  const lengthAt = started ? at + 1 : at;
  if (bytes.length < lengthAt + 4) return undefined;
  const length = bytes.readUInt32BE(lengthAt);
  if (length < 4 || length > maxMessageBytes) throw new Error("not a PostgreSQL message");
  return started ? length + 1 : length;
}

function openingUnit(bytes: Buffer): FrontendUnit {
  const code = bytes.length >= 8 ? bytes.readUInt32BE(4) : 0;
  if (code === sslRequest || code === gssRequest) return { kind: "encryption" };
  if (code === cancelRequest) return { kind: "cancel" };
  if (code >>> 16 !== 3) throw new Error("only protocol version 3 is supported");
  const fields = bytes.subarray(8).toString("utf8").split("\0");
  const parameters = new Map<string, string>();
  for (let index = 0; index + 1 < fields.length && fields[index] !== ""; index += 2) {
    parameters.set(fields[index] ?? "", fields[index + 1] ?? "");
  }
  return { kind: "startup", parameters };
}
