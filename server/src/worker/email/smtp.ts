import { createTransport, type SendMailOptions } from "nodemailer";
import type { Outcome } from "./outbox.ts";

/** In milliseconds. Shorter than the lease of an email. */
const patienceMs = 60_000;

export interface Smtp {
  /** Never throws: what happened is the outcome, with one word for whoever looks at failures. */
  send(message: SendMailOptions): Promise<{ outcome: Outcome; reason?: string }>;
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

interface SmtpError {
  /** `ECONNECTION`, `EAUTH`, … */
  code?: string;
  /** Of the server's reply. */
  responseCode?: number;
  /** The command that was answered. */
  command?: string;
}

/** RFC 5321, 4.2.1: a reply that begins with 5 is final, and one that begins with 4 is not. */
function describeFailure(error: unknown): { outcome: Outcome; reason: string } {
  const { code = "", responseCode, command = "" } = (error ?? {}) as SmtpError;
  const reason = responseCode === undefined ? code.toLowerCase() || "unknown" : String(responseCode);
  // A wrong password is the operator's mistake, and will be mended.
  if (responseCode === undefined || responseCode < 500 || code === "EAUTH")
    return { outcome: "retry", reason };
  return { outcome: command === "RCPT TO" ? "refused" : "failed", reason };
}
