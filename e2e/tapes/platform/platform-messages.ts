/** What the platform's process is told. */
export type ToPlatform = "reset";

/** What it tells. */
export type FromPlatform = ({ is: "ready" } & PlatformAddresses) | { is: "empty" };

export interface PlatformAddresses {
  url: string;
  mailUrl: string;
  anonKey: string;
}
