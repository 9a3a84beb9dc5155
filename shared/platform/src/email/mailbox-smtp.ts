import type { AddressInfo } from "node:net";
import { callbackify } from "node:util";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { assertLoopback, type Listening, portFailure } from "../gateway/listen.ts";
import { escapeHtml } from "./escape.ts";
import { htmlToText } from "./html-to-text.ts";
import type { Mailbox } from "./mailbox.ts";

interface MailboxSmtpOptions {
  host: string;
  /** 0 picks a free one. */
  port: number;
  mailbox: Mailbox;
}

/** Twice the longest email of ours, which carries a receipt of 1 MB. Bytes. */
const maxBytes = 3_000_000;

/** Longest wait for open connections to end when it is stopped, in milliseconds. */
const closeMs = 500;

/**
 * Takes emails by SMTP for the mailbox, from any program on this machine, without a password and without TLS.
 *
 * @throws if the port is in use or the host is not loopback.
 */
export async function listenForEmail({ host, port, mailbox }: MailboxSmtpOptions): Promise<Listening> {
  assertLoopback(host);
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    size: maxBytes,
    closeTimeout: closeMs,
    onData: (stream, { envelope }, callback) => {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        const to = envelope.rcptTo.map(({ address }) => address);
        deliverThen(mailbox, { to, raw: Buffer.concat(parts) }, callback);
      });
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(portFailure(error, { port, purpose: "SMTP of the mailbox" })),
    );
    server.listen(port, host, resolve);
  });
  // A client may disconnect in the middle of a session.
  server.on("error", () => undefined);
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const deliverThen = callbackify(deliver);

/** Stores one email for each recipient, as if it had been sent to that one alone. */
async function deliver(mailbox: Mailbox, { to, raw }: { to: string[]; raw: Buffer }): Promise<void> {
  const {
    subject = "",
    headers,
    attachments,
    ...parts
  } = await PostalMime.parse(raw, { attachmentEncoding: "arraybuffer" });
  // SMTP ends every part with a line break.
  const [html, text] = [parts.html?.trimEnd(), parts.text?.trimEnd()];
  const email = {
    subject,
    html: html ?? `<pre>${escapeHtml(text ?? "")}</pre>`,
    text: text ?? htmlToText(html ?? ""),
    hasTextPart: text !== undefined,
    headers: headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    attachments: attachments.map(({ filename, mimeType, content }) => ({
      name: filename ?? "attachment",
      type: mimeType,
      content: content as ArrayBuffer,
    })),
  };
  for (const address of to) await mailbox.send({ ...email, to: address });
}
