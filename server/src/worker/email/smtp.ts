import { createTransport, type SendMailOptions } from "nodemailer";
import { type Delivery, describeFailure } from "./delivery.ts";

/** In milliseconds. Shorter than the lease of an email. */
const patienceMs = 60_000;

export interface Smtp {
  /** Never throws: what happened is the outcome. */
  send(message: SendMailOptions): Promise<Delivery>;
  close(): void;
}

interface SmtpOptions {
  /** Longest wait for a server, in milliseconds. */
  timeoutMs?: number;
  /** Emails that are sent at the same time. */
  connections?: number;
}

/** Sends over connections that stay open between emails. */
export function createSmtp(url: string, { timeoutMs = patienceMs, connections = 1 }: SmtpOptions = {}): Smtp {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  return {
    async send(message) {
      try {
        await transport.sendMail(message);
        return { outcome: "sent" };
      } catch (error) {
        return describeFailure(error);
      }
    },
    close: () => transport.close(),
  };
}
