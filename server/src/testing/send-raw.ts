import { connect } from "node:net";

export interface RawResponse {
  /** 0 when the connection was closed without a response. */
  status: number;
  /** Lower-case names in the order received. */
  headers: [name: string, value: string][];
  body: string;
}

/** Sends bytes that an HTTP client would refuse to send, and reads until the server closes. */
export function sendRaw(port: number, bytes: Buffer): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, "localhost");
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("close", () => resolve(read(Buffer.concat(chunks).toString("latin1"))));
    // A server that refuses a request still being written resets the connection.
    socket.on("error", (error) => {
      if (!/ECONNRESET|EPIPE/.test(error.message)) reject(error);
    });
    socket.setTimeout(15_000, () => socket.destroy(new Error("no response within 15 s")));
    socket.write(bytes);
  });
}

function read(text: string): RawResponse {
  const end = text.indexOf("\r\n\r\n");
  const [first = "", ...lines] = text.slice(0, end).split("\r\n");
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0),
    headers: lines.map((line) => {
      const at = line.indexOf(":");
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    }),
    body: text.slice(end + 4),
  };
}
