import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** A mail as a server got it. */
export interface Delivered {
  from: string;
  to: readonly string[];
  /** Headers and all parts, encoded as they came. */
  raw: string;
}

/** What the server does with the next recipients: `silent` never answers them. */
type Mood = "accepts" | "refuses" | "silent";

/** A real mail server on loopback, which takes mails from one user only. */
export async function startMailServer(user: { name: string; pass: string }) {
  const delivered: Delivered[] = [];
  let mood: Mood = "accepts";
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, callback) => {
      const known = username === user.name && password === user.pass;
      callback(known ? null : new Error("Nobody here by that name"), { user: username });
    },
    onRcptTo: (_address, _session, callback) => {
      if (mood === "refuses") callback(new Error("No such mailbox"));
      if (mood === "accepts") callback();
    },
    onData: (stream, { envelope }, callback) => {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        delivered.push({ from, to, raw: Buffer.concat(parts).toString() });
        callback();
      });
    },
  });
  // A client that gives up in the middle is no fault of the server's.
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  return {
    port: (server.server.address() as AddressInfo).port,
    delivered,
    be: (next: Mood) => {
      mood = next;
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
