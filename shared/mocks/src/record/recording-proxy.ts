import { once } from "node:events";
import { createServer, type IncomingMessage, request as ask, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { Asker } from "../tape/tape.ts";
import { tapedRequest } from "../tape/taped-request.ts";
import { createRecorder, type Recorder } from "./recorder.ts";

/** Stands before a platform and writes down what is asked of it. */
export interface RecordingProxy {
  /** Where pages find the platform. */
  readonly pageUrl: string;
  /** Where the sidecar finds it, so that its questions are told from theirs. */
  readonly sidecarUrl: string;
  /** Begins a new recording; what was recorded before is forgotten. */
  begin(): void;
  /** The recording that was begun last; undefined before the first. */
  recording(): Recorder | undefined;
  stop(): Promise<void>;
}

/** Headers that belong to one connection, and the one that would change how bytes are written. */
const ofTheConnection: ReadonlySet<string> = new Set([
  "accept-encoding",
  "connection",
  "host",
  "keep-alive",
  "transfer-encoding",
]);

/** @param ports 0, the default, takes free ones. */
export async function startRecordingProxy({
  platformUrl,
  ports = { page: 0, sidecar: 0 },
}: {
  platformUrl: string;
  ports?: { page: number; sidecar: number };
}): Promise<RecordingProxy> {
  let recorder: Recorder | undefined;

  async function answer(incoming: IncomingMessage, sidecar: boolean) {
    const body = await buffer(incoming);
    const headers = headersOf(incoming);
    // Put together and not resolved: `//elsewhere.example/x` is a path here, and not the way to somebody else.
    const wanted = new Request(platformUrl + (incoming.url ?? "/"), {
      method: incoming.method ?? "GET",
      headers,
      ...(body.byteLength > 0 && { body: new Uint8Array(body) }),
    });
    const from = sidecar ? "sidecar" : askerOf(incoming);
    // A preflight is the browser's own affair, which a played answer settles by itself.
    const note =
      recorder && wanted.method !== "OPTIONS"
        ? recorder.ask(await tapedRequest(wanted, { from, originOf: () => "platform" }))
        : undefined;
    const asking = ask(wanted.url, { method: wanted.method, headers });
    asking.end(body);
    const [response]: IncomingMessage[] = await once(asking, "response");
    if (!response) throw new Error("The platform gave no answer.");
    const bytes = new Uint8Array(await buffer(response));
    const told = headersOf(response);
    note?.({ status: response.statusCode ?? 502, headers: told, bytes });
    return { status: response.statusCode ?? 502, headers: response.headers, bytes };
  }

  async function listen(port: number, sidecar: boolean): Promise<Server> {
    const server = createServer((incoming, outgoing) => {
      answer(incoming, sidecar).then(
        ({ status, headers, bytes }) => outgoing.writeHead(status, headers).end(bytes),
        // As a platform that cannot be reached looks.
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

function askerOf({ headers }: IncomingMessage): Asker {
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
