import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** An email as the server received it. */
export interface Delivered {
  from: string;
  to: readonly string[];
  /** Headers and all parts, still encoded. */
  raw: string;
}

/** Reply to `RCPT TO`; `silence` never replies. */
type RecipientReply = "accept" | "reject" | "silence";

/** Starts an SMTP server on loopback that accepts email from one user only. */
export async function startSmtpServer(user: { name: string; pass: string }) {
  const delivered: Delivered[] = [];
  let reply: RecipientReply = "accept";
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, callback) => {
      const known = username === user.name && password === user.pass;
      callback(known ? null : new Error("Invalid credentials"), { user: username });
    },
    onRcptTo: (_address, _session, callback) => {
      if (reply === "reject") callback(new Error("No such mailbox"));
      if (reply === "accept") callback();
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
  // A client may disconnect in the middle of a session.
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  return {
    port: (server.server.address() as AddressInfo).port,
    delivered,
    respondWith: (next: RecipientReply) => {
      reply = next;
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
