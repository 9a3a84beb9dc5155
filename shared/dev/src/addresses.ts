/** Where each part of a running development stack listens. */
export interface StackPorts {
  /** Port of the one URL that people open. */
  port: number;
  sidecarPort: number;
  platformPort: number;
  mailPort: number;
  /** Port of the sign-in provider "Local account". */
  localAccountPort: number;
}

/** Where each part of a running development stack answers. */
export interface Addresses {
  site: string;
  sidecar: string;
  platform: string;
  mail: string;
  localAccount: string;
}

export function addressesOf(ports: StackPorts): Addresses {
  return {
    // A name, never an IP address: passkeys refuse one, and cookies of the two would not be shared.
    site: `http://localhost:${ports.port}`,
    sidecar: `http://localhost:${ports.sidecarPort}`,
    platform: `http://127.0.0.1:${ports.platformPort}`,
    mail: `http://127.0.0.1:${ports.mailPort}`,
    localAccount: `http://127.0.0.1:${ports.localAccountPort}`,
  };
}
