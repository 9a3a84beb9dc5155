import type { AddressInfo, Socket } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export interface ReceivedEmail extends Omit<Email, "sender"> {
  /** Of the envelope. */
  sender: string;
  recipients: readonly string[];
  /** As it came over the wire, in bytes. */
  raw: Buffer;
  /** First value of a header, undefined if it isn't there. */
  header(name: string): string | undefined;
}

/** `hang up` closes the connection after the content has arrived, without a reply. */
export type Reply =
  | "accept"
  | "hang up"
  | { at: "MAIL FROM" | "RCPT TO" | "DATA"; code: number; text?: string };

export interface SmtpSink {
  readonly url: string;
  /** In order of arrival; those that weren't accepted are missing. */
  readonly received: readonly ReceivedEmail[];
  /** Message-ID of everything that arrived, accepted or not. */
  readonly attempts: readonly string[];
  /** Decides about every email from now on. */
  reply(to: (address: string) => Reply): void;
  stop(): Promise<void>;
}

/** An SMTP server on loopback that keeps what it receives. */
export async function startSmtp(): Promise<SmtpSink> {
  const received: ReceivedEmail[] = [];
  const attempts: string[] = [];
  let decide: (address: string) => Reply = () => "accept";
  const refusal = ({ code, text = "No" }: Exclude<Reply, string>) =>
    Object.assign(new Error(text), { responseCode: code });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onMailFrom: (_address, _session, callback) => {
      const reply = decide("");
      callback(typeof reply === "object" && reply.at === "MAIL FROM" ? refusal(reply) : null);
    },
    onRcptTo: ({ address }, _session, callback) => {
      const reply = decide(address);
      callback(typeof reply === "object" && reply.at === "RCPT TO" ? refusal(reply) : null);
    },
    onData: (stream, session, callback) => {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        const raw = Buffer.concat(parts);
        void PostalMime.parse(raw).then((email) => keep(email, raw));
      });
      const keep = (email: Email, raw: Buffer): void => {
        const { envelope } = session;
        const recipients = envelope.rcptTo.map(({ address }) => address);
        attempts.push(email.messageId ?? "");
        const reply = decide(recipients[0] ?? "");
        if (reply === "hang up") {
          for (const socket of sockets) socket.destroy();
          return;
        }
        if (typeof reply === "object" && reply.at === "DATA") return callback(refusal(reply));
        received.push({
          ...email,
          raw,
          sender: envelope.mailFrom === false ? "" : envelope.mailFrom.address,
          recipients,
          header: (name) => email.headers.find(({ key }) => key === name.toLowerCase())?.value,
        });
        callback();
      };
    },
  });
  const sockets = new Set<Socket>();
  server.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  // A killed client disconnects in the middle of a session.
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    attempts,
    reply: (to) => {
      decide = to;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
