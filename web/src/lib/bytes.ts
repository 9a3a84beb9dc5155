export type Bytes = Uint8Array<ArrayBuffer>;

/** One array with the bytes of all pieces. A blob would take them through another process and back. */
export function joinBytes(pieces: readonly Bytes[]): Bytes {
  const [first, ...others] = pieces;
  if (first && others.length === 0) return first;
  const joined = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.byteLength;
  }
  return joined;
}

/** Reads a stream to its end. Rejects with the stream's own error, which `Response.bytes()` would replace. */
export async function readPieces(stream: ReadableStream<Bytes>): Promise<Bytes[]> {
  const pieces: Bytes[] = [];
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return pieces;
    pieces.push(value);
  }
}
