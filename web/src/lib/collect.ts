/** Reads a stream into a blob. Rejects with the stream's own error, which `Response.blob()` would replace. */
export async function collect(stream: ReadableStream<Uint8Array<ArrayBuffer>>, type = ""): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(pieces, { type });
    pieces.push(value);
  }
}
