import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** An email as the server received it. */
export interface Delivered {
  from: string;
  to: readonly string[];
  /** Headers and all parts, still encoded. */
  raw: string;
}

/** Reply to `RCPT TO`; `silence` lasts until another reply is set. */
type RecipientReply = "accept" | "reject" | "silence";

/** Starts an SMTP server on loopback that accepts email from one user only. */
export async function startSmtpServer(user: { name: string; pass: string }) {
  const delivered: Delivered[] = [];
  let reply: RecipientReply = "accept";
  let waiting: ((error?: Error) => void)[] = [];
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, callback) => {
      const known = username === user.name && password === user.pass;
      callback(known ? null : new Error("Invalid credentials"), { user: username });
    },
    onRcptTo: (_address, _session, callback) => {
      if (reply === "silence") waiting.push(callback);
      else answer(callback);
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
  const answer = (callback: (error?: Error) => void) =>
    reply === "reject" ? callback(new Error("No such mailbox")) : callback();
  // A client may disconnect in the middle of a session.
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  return {
    port: (server.server.address() as AddressInfo).port,
    delivered,
    respondWith: (next: RecipientReply) => {
      reply = next;
      if (next === "silence") return;
      for (const callback of waiting) answer(callback);
      waiting = [];
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
