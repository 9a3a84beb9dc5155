import { connect } from "node:net";

export interface RawResponse {
  status: number;
  /** At most 4,000 characters. */
  body: string;
}

/**
 * Sends raw bytes, including requests that HTTP clients refuse to send, and reads until the server closes the
 * connection. Status 0 means no response. With `cut`, disconnects after the last byte.
 */
export function sendRaw(port: number, { bytes, cut }: { bytes: Buffer; cut: boolean }): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    let response = "";
    const socket = connect(port, "127.0.0.1");
    socket.on("data", (chunk) => (response = (response + chunk.toString("latin1")).slice(0, 4000)));
    socket.on("close", () => resolve(read(response)));
    // The server resets the connection if it rejects a request that is still being written.
    socket.on("error", (error) => {
      if (!/ECONNRESET|EPIPE/.test(error.message)) reject(error);
    });
    socket.setTimeout(20_000, () =>
      socket.destroy(new Error(`No response within 20 s to ${bytes.subarray(0, 200).toString("latin1")}`)),
    );
    if (cut) socket.write(bytes, () => socket.destroy());
    else socket.write(bytes);
  });
}

/** Parses the final response, after any interim ones such as 100 Continue. */
function read(response: string): RawResponse {
  const final = response.replace(/^HTTP\/1\.1 1\d\d [^]*?\r\n\r\n/, "");
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(final)?.[1] ?? 0),
    body: final.slice(final.indexOf("\r\n\r\n") + 4),
  };
}
