import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import * as v from "valibot";
import type { RecordingProxy } from "./recording-proxy.ts";
import { TapeAbout } from "../tape/tape.ts";
import { saveTape } from "./save-tape.ts";

/** Lets a page start a recording and save it. */
export interface RecorderServer {
  readonly url: string;
  stop(): Promise<void>;
}

interface Answer {
  status: number;
  body?: { interactions: number } | { problem: string };
}

const refuse = (status: number, problem: string): Answer => ({ status, body: { problem } });

/**
 * Serves `POST /recorder/begin` and `POST /recorder/save` to pages of one site.
 *
 * @param folder folder of the tapes.
 */
export async function startRecorderServer({
  proxy,
  folder,
  siteUrl,
}: {
  proxy: Pick<RecordingProxy, "begin" | "recording">;
  folder: string;
  siteUrl: string;
}): Promise<RecorderServer> {
  async function save(incoming: IncomingMessage): Promise<Answer> {
    const recorder = proxy.recording();
    if (!recorder) return refuse(409, "Nothing is being recorded. Start a recording first.");
    const about = v.safeParse(TapeAbout, await json(incoming).catch(() => undefined));
    if (!about.success) return refuse(422, about.issues.map(({ message }) => message).join(" "));
    // Finishing keeps the recording, so that a rejected tape can be saved again.
    const recording = recorder.finish(about.output);
    try {
      await saveTape(folder, recording);
      return { status: 200, body: { interactions: recording.tape.interactions.length } };
    } catch (error) {
      return refuse(422, error instanceof Error ? error.message : String(error));
    }
  }

  async function response(incoming: IncomingMessage): Promise<Answer> {
    // Any other site open in the browser could post here as well.
    if (incoming.headers.origin !== siteUrl)
      return refuse(403, "Only pages of the recorded site may do this.");
    const endpoint = `${incoming.method} ${incoming.url}`;
    if (endpoint === "POST /recorder/save") return await save(incoming);
    if (endpoint !== "POST /recorder/begin") return refuse(404, "Not found.");
    proxy.begin();
    return { status: 204 };
  }

  const server = createServer((incoming, outgoing) => {
    response(incoming).then(
      ({ status, body }) =>
        outgoing
          .writeHead(status, { "content-type": "application/json", "cache-control": "no-store" })
          .end(body && JSON.stringify(body)),
      () => outgoing.destroy(),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
