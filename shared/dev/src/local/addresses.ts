/** Ports of a development stack. */
export interface StackPorts {
  /** Port of the public URL. */
  port: number;
  sidecarPort: number;
  platformPort: number;
  mailboxPort: number;
  /** Port of the sign-in provider "Local account". */
  localAccountPort: number;
}

/** URLs of a development stack. */
export interface Addresses {
  site: string;
  sidecar: string;
  platform: string;
  mailbox: string;
  localAccount: string;
}

export function addressesOf(ports: StackPorts): Addresses {
  return {
    // A name instead of an IP address: passkeys refuse IP addresses, and cookies would differ.
    site: `http://localhost:${ports.port}`,
    sidecar: `http://localhost:${ports.sidecarPort}`,
    platform: `http://127.0.0.1:${ports.platformPort}`,
    mailbox: `http://127.0.0.1:${ports.mailboxPort}`,
    localAccount: `http://127.0.0.1:${ports.localAccountPort}`,
  };
}
