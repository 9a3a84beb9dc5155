import { once } from "node:events";
import { createServer, type IncomingMessage, request as ask, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { RequestSource } from "../tape/tape.ts";
import { normalizeRequest } from "../tape/normalize-request.ts";
import { createRecorder, type Recorder } from "./recorder.ts";

/** Records the requests to a platform and its responses. */
export interface RecordingProxy {
  /** Platform URL for pages. */
  readonly pageUrl: string;
  /** Platform URL for the sidecar, which tells its requests from those of pages. */
  readonly sidecarUrl: string;
  /** Starts a new recording and discards the previous one. */
  begin(): void;
  /** The current recording; undefined before the first. */
  recording(): Recorder | undefined;
  stop(): Promise<void>;
}

/** Hop-by-hop headers, and the one that would compress the recorded bytes. */
const ofTheConnection: ReadonlySet<string> = new Set([
  "accept-encoding",
  "connection",
  "host",
  "keep-alive",
  "transfer-encoding",
]);

/** @param ports 0, the default, picks a free port. */
export async function startRecordingProxy({
  platformUrl,
  ports = { page: 0, sidecar: 0 },
}: {
  platformUrl: string;
  ports?: { page: number; sidecar: number };
}): Promise<RecordingProxy> {
  let recorder: Recorder | undefined;

  async function response(incoming: IncomingMessage, sidecar: boolean) {
    const body = await buffer(incoming);
    const headers = headersOf(incoming);
    // Concatenated rather than resolved: `//elsewhere.example/x` is a path here, not another host.
    const wanted = new Request(platformUrl + (incoming.url ?? "/"), {
      method: incoming.method ?? "GET",
      headers,
      ...(body.byteLength > 0 && { body: new Uint8Array(body) }),
    });
    const from = sidecar ? "sidecar" : sourceOf(incoming);
    // Preflights aren't recorded: playback answers them itself.
    const note =
      recorder && wanted.method !== "OPTIONS"
        ? recorder.ask(await normalizeRequest(wanted, { from, originOf: () => "platform" }))
        : undefined;
    const asking = ask(wanted.url, { method: wanted.method, headers });
    asking.end(body);
    const [response]: IncomingMessage[] = await once(asking, "response");
    if (!response) throw new Error("The platform did not respond.");
    const bytes = new Uint8Array(await buffer(response));
    const received = headersOf(response);
    note?.({ status: response.statusCode ?? 502, headers: received, bytes });
    return { status: response.statusCode ?? 502, headers: response.headers, bytes };
  }

  async function listen(port: number, sidecar: boolean): Promise<Server> {
    const server = createServer((incoming, outgoing) => {
      response(incoming, sidecar).then(
        ({ status, headers, bytes }) => outgoing.writeHead(status, headers).end(bytes),
        // Looks like an unreachable platform.
        () => outgoing.destroy(),
      );
    });
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return server;
  }

  const forPages = await listen(ports.page, false);
  const forSidecar = await listen(ports.sidecar, true);
  return {
    pageUrl: urlOf(forPages),
    sidecarUrl: urlOf(forSidecar),
    begin: () => {
      recorder = createRecorder(new Date().toISOString());
    },
    recording: () => recorder,
    stop: async () => {
      await Promise.all([close(forPages), close(forSidecar)]);
    },
  };
}

function sourceOf({ headers }: IncomingMessage): RequestSource {
  return headers["sec-fetch-mode"] === "navigate" ? "navigation" : "page";
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !ofTheConnection.has(name))
      .map(([name, value]) => [name, String(value)]),
  );
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function close(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, "close");
}
