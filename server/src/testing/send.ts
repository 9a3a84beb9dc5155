import { request, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { request as requestByTls } from "node:https";

export interface TestResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** Every `Set-Cookie` line, unparsed. */
  setCookies: string[];
  location: string | undefined;
  text: string;
  /** The body as sent, compressed or not. */
  bytes: Buffer;
}

export interface Send {
  /** Scheme, host and port. */
  origin: string;
  /** Sent without normalisation, so that a test can send what a browser never would. */
  path: string;
  method?: string;
  headers?: Record<string, string | string[]>;
  body?: string;
  /** The certificate to trust, for an https origin. */
  ca?: string | undefined;
}

/** One plain HTTP request: redirects aren't followed and cookies aren't stored. */
export function send({ origin, path, method = "GET", headers = {}, body, ca }: Send): Promise<TestResponse> {
  const { hostname, port, protocol } = new URL(origin);
  const options = { hostname, port, path, method, headers, agent: false, ca } as const;
  return new Promise((resolve, reject) => {
    const read = (incoming: IncomingMessage): void => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("end", () => {
        const bytes = Buffer.concat(chunks);
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          setCookies: incoming.headers["set-cookie"] ?? [],
          location: incoming.headers.location,
          text: bytes.toString(),
          bytes,
        });
      });
      incoming.on("error", reject);
    };
    const outgoing = protocol === "https:" ? requestByTls(options, read) : request(options, read);
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
