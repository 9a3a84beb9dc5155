/** Emails about what arrives in a workspace: soon after it did, one a day, or none. */
export type ArrivalEmails = "each" | "daily" | "none";

/** A member's choice of emails about a workspace. */
export interface EmailPreference {
  workspaceId: string;
  workspaceName: string;
  arrivals: ArrivalEmails;
}

export function isArrivalEmails(value: string): value is ArrivalEmails {
  return value === "each" || value === "daily" || value === "none";
}
