import type { DevOptions } from "./options.ts";

/** Where each part of a running development stack answers. */
export interface Addresses {
  site: string;
  sidecar: string;
  platform: string;
  mail: string;
  localAccount: string;
}

export function addressesOf(options: DevOptions): Addresses {
  return {
    // A name, never an IP address: passkeys refuse one, and cookies of the two would not be shared.
    site: `http://localhost:${options.port}`,
    sidecar: `http://localhost:${options.sidecarPort}`,
    platform: `http://127.0.0.1:${options.platformPort}`,
    mail: `http://127.0.0.1:${options.mailPort}`,
    localAccount: `http://127.0.0.1:${options.localAccountPort}`,
  };
}
