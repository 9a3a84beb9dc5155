import { connect } from "node:net";

export interface RawAnswer {
  status: number;
  /** Its first 4,000 characters. */
  body: string;
}

/**
 * Sends bytes as they are, where an HTTP client would refuse, and reads until the server closes; the
 * answer, status 0 where there is none. A sender that goes away (`cut`) ends its side and waits for nothing else.
 */
export function sendRaw(port: number, { bytes, cut }: { bytes: Buffer; cut: boolean }): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1");
    socket.on("data", (chunk) => (answer = (answer + chunk.toString("latin1")).slice(0, 4000)));
    socket.on("close", () => resolve(read(answer)));
    // A server that refuses while the request is still being written resets the connection.
    socket.on("error", (error) => {
      if (!/ECONNRESET|EPIPE/.test(error.message)) reject(error);
    });
    socket.setTimeout(20_000, () =>
      socket.destroy(new Error(`no answer within 20 s to ${bytes.subarray(0, 200).toString("latin1")}`)),
    );
    if (cut) socket.write(bytes, () => socket.destroy());
    else socket.write(bytes);
  });
}

/** Of the last head that came: what is before it only says that the sender may go on. */
function read(answer: string): RawAnswer {
  const final = answer.replace(/^HTTP\/1\.1 1\d\d [^]*?\r\n\r\n/, "");
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(final)?.[1] ?? 0),
    body: final.slice(final.indexOf("\r\n\r\n") + 4),
  };
}
