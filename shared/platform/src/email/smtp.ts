import { createTransport } from "nodemailer";
import type { EmailTransport } from "./email.ts";

/** `[auth.email.smtp]`. */
export interface SmtpSettings {
  host: string;
  /** 465 uses TLS from the start; any other port uses STARTTLS if the server offers it. */
  port: number;
  /** Empty: no authentication. */
  user: string;
  pass: string;
  adminEmail: string;
  senderName: string;
}

/** Shorter than the ten seconds of a request to Auth, so that a slow server fails before the request does. */
const timeoutMs = 8000;

/** Sends email by SMTP, with one connection per email. */
export function createSmtpTransport(settings: SmtpSettings): EmailTransport {
  const { host, port, user, pass, adminEmail, senderName } = settings;
  const transport = createTransport({
    host,
    port,
    secure: port === 465,
    ...(user !== "" && { auth: { user, pass } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    sends: "before-commit",
    // HTML alone, as the service sends it.
    async send({ to, subject, html }) {
      await transport.sendMail({ to, subject, html, from: { name: senderName, address: adminEmail } });
    },
  };
}
