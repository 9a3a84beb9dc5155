import { createTransport } from "nodemailer";
import type { MailTransport } from "./mail.ts";

/** `[auth.email.smtp]`. */
export interface SmtpSettings {
  host: string;
  /** 465 speaks TLS from the first byte; on any other it begins where the server offers it. */
  port: number;
  /** Empty signs in nowhere. */
  user: string;
  pass: string;
  adminEmail: string;
  senderName: string;
}

/** A mail server that takes longer is as good as none: whoever waits for the mail has ten seconds. Milliseconds. */
const patienceMs = 8000;

/** Sends by a real mail server, one connection for each mail. */
export function createSmtpTransport(settings: SmtpSettings): MailTransport {
  const { host, port, user, pass, adminEmail, senderName } = settings;
  const transport = createTransport({
    host,
    port,
    secure: port === 465,
    ...(user !== "" && { auth: { user, pass } }),
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    leaves: "before-commit",
    async send(mail) {
      await transport.sendMail({ ...mail, from: { name: senderName, address: adminEmail } });
    },
  };
}
