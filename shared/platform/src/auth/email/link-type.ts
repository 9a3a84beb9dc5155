/** `type` parameter of an emailed link. */
export type LinkType = "signup" | "magiclink" | "recovery" | "invite" | "email_change";
