import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

export interface Sink {
  readonly url: string;
  stop(): Promise<void>;
}

/** @returns the code of the reply; 250 takes the email. */
export type Receive = (messageId: string) => number | Promise<number>;

/** An SMTP server on loopback that reads nothing but the Message-ID. */
export async function startSink(receive: Receive): Promise<Sink> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onData: (stream, _session, callback) => {
      const take = async (): Promise<void> => {
        const messageId = /^Message-ID: <([^@>]+)/im.exec(await text(stream))?.[1] ?? "";
        const code = await receive(messageId);
        callback(code === 250 ? null : Object.assign(new Error("Later"), { responseCode: code }));
      };
      void take();
    },
  });
  // A killed client disconnects in the middle of a session.
  server.on("error", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
