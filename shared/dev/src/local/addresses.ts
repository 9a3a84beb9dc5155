/** Ports of a development stack. */
export interface StackPorts {
  /** Port of the public URL. */
  port: number;
  sidecarPort: number;
  platformPort: number;
  mailboxPort: number;
  /** Port where the mailbox takes emails. */
  smtpPort: number;
  /** Port of the sign-in provider "Local account". */
  localAccountPort: number;
  /** Port of the worker's health check. */
  workerPort: number;
  /** Port where the worker takes Auth's Send Email hook. */
  hookPort: number;
}

/** URLs of a development stack. */
export interface Addresses {
  site: string;
  sidecar: string;
  platform: string;
  mailbox: string;
  smtp: string;
  localAccount: string;
  worker: string;
  sendEmailHook: string;
}

export function addressesOf(ports: StackPorts): Addresses {
  return {
    // A name instead of an IP address: passkeys refuse IP addresses, and cookies would differ.
    site: `http://localhost:${ports.port}`,
    sidecar: `http://localhost:${ports.sidecarPort}`,
    platform: `http://127.0.0.1:${ports.platformPort}`,
    mailbox: `http://127.0.0.1:${ports.mailboxPort}`,
    smtp: `smtp://127.0.0.1:${ports.smtpPort}`,
    localAccount: `http://127.0.0.1:${ports.localAccountPort}`,
    worker: `http://127.0.0.1:${ports.workerPort}`,
    sendEmailHook: `http://127.0.0.1:${ports.hookPort}/hooks/send-email`,
  };
}
