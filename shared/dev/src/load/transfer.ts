import { createHash } from "node:crypto";
import { Agent, request } from "node:http";

/** Response of the stack; status 0 if there was none. */
export interface Answer {
  status: number;
  text: string;
  /** Of the response's body. */
  sha256: string;
}

export interface Call {
  method?: string;
  headers?: Record<string, string>;
  /** Sent one after the other, so that a thousand files can share most of their bytes. */
  body?: readonly Uint8Array[];
}

/** A response that takes longer counts as none. Milliseconds. */
const timeoutMs = 120_000;

/** Every call may have its own connection, as a thousand browsers do. */
const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });

export function send(url: string, { method = "POST", headers = {}, body = [] }: Call): Promise<Answer> {
  const length = body.reduce((sum, part) => sum + part.length, 0);
  return new Promise((resolve) => {
    const fail = (error: Error) => resolve({ status: 0, text: error.message, sha256: "" });
    const outgoing = request(
      url,
      {
        method,
        agent,
        timeout: timeoutMs,
        headers: { ...headers, ...(length > 0 && { "content-length": String(length) }) },
      },
      (response) => {
        const hash = createHash("sha256");
        let text = "";
        response.on("data", (chunk: Buffer) => {
          hash.update(chunk);
          if (text.length < 4096) text += chunk.toString("utf8");
        });
        response.once("error", fail);
        response.once("end", () =>
          resolve({ status: response.statusCode ?? 0, text, sha256: hash.digest("hex") }),
        );
      },
    );
    outgoing.once("timeout", () => outgoing.destroy(new Error("timed out")));
    outgoing.once("error", fail);
    for (const part of body) outgoing.write(part);
    outgoing.end();
  });
}
