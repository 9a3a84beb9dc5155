/** Item states; the database checks the same lists. */
export const itemStates = ["missing", "submitted", "returned", "accepted", "waived"] as const;
export type ItemState = (typeof itemStates)[number];

export const itemKinds = ["file", "text"] as const;
export type ItemKind = (typeof itemKinds)[number];

/** A recipient's written answer, given instead of files. */
export type AnswerKind = "text" | "not_applicable" | "cannot_provide";

/** A member's two decisions about a submitted item. */
export type Decision = "accept" | "return";

export const requestStates = ["draft", "open", "done", "cancelled"] as const;
export type RequestState = (typeof requestStates)[number];

export const fileStates = ["uploading", "stored", "removed"] as const;
export type FileState = (typeof fileStates)[number];

export const memberRoles = ["owner", "admin", "member"] as const;
export type MemberRole = (typeof memberRoles)[number];

/** Kinds of events in a request's history. */
export const eventKinds = [
  "created",
  "sent",
  "opened",
  "file_added",
  "file_removed",
  "file_set_aside",
  "file_put_back",
  "answered",
  "accepted",
  "returned",
  "decision_undone",
  "link_replaced",
  "done",
  "reopened",
  "cancelled",
] as const;
export type EventKind = (typeof eventKinds)[number];
