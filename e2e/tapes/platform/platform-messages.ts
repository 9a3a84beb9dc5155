export type ToPlatform = "reset" | "spread-activity" | "age-sign-ins" | "lift-quotas";

/** Every message to the platform is answered by one `done` or `failed`, in the order of the messages. */
export type FromPlatform =
  | ({ is: "ready" } & PlatformAddresses)
  | { is: "done" }
  | { is: "failed"; reason: string };

export interface PlatformAddresses {
  url: string;
  mailboxUrl: string;
  anonKey: string;
}
