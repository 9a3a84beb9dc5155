/** `at` is a moment in ISO 8601. */
export type ToPlatform =
  | { is: "reset" | "spread-activity" | "age-sign-ins" | "lift-quotas" }
  | { is: "set-email-clock"; at: string }
  | { is: "add-member"; email: string; name: string };

/** Every message to the platform is answered by one `done` or `failed`, in the order of the messages. */
export type FromPlatform =
  | ({ is: "ready" } & PlatformAddresses)
  | { is: "done" }
  | { is: "failed"; reason: string };

export interface PlatformAddresses {
  url: string;
  mailboxUrl: string;
  /** The mailbox's SMTP address. */
  smtpUrl: string;
  anonKey: string;
}
