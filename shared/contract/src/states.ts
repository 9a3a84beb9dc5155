/** Item states; the database checks the same lists. `partial`: fewer files than expected have arrived. */
export const itemStates = ["missing", "partial", "submitted", "returned", "accepted", "waived"] as const;
export type ItemState = (typeof itemStates)[number];

/** Kinds of items that are answered in words rather than by files. */
export const writtenKinds = ["text", "date", "choice", "yes_no"] as const;
export type WrittenKind = (typeof writtenKinds)[number];

export const itemKinds = ["file", ...writtenKinds] as const;
export type ItemKind = (typeof itemKinds)[number];

/** Why there is no answer. */
export const declinedKinds = ["not_applicable", "cannot_provide"] as const;
export type DeclinedKind = (typeof declinedKinds)[number];

/** A recipient's answer other than files: of the item's own kind, or why there is none. */
export const answerKinds = [...writtenKinds, ...declinedKinds] as const;
export type AnswerKind = (typeof answerKinds)[number];

/** A member's decisions about an item: the first two about what was sent, the others without an answer. */
export type Decision = "accept" | "return" | "waive" | "receive_elsewhere";

export const requestStates = ["draft", "open", "done", "cancelled"] as const;
export type RequestState = (typeof requestStates)[number];

/** The period after which a request is sent again. */
export type RepeatPeriod = "month" | "quarter" | "year";

/** One person of a template that is sent to many. `sending`: the request exists, and its email is on its way. */
export type BulkState = "waiting" | "sending" | "sent" | "unreachable" | "failed" | "stopped";

export const fileStates = ["uploading", "stored", "removed"] as const;
export type FileState = (typeof fileStates)[number];

export const exampleStates = ["uploading", "stored"] as const;
export type ExampleState = (typeof exampleStates)[number];

/** A decision's result for a single file. */
export const fileVerdicts = ["accepted", "returned"] as const;
export type FileVerdict = (typeof fileVerdicts)[number];

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
  "file_returned",
  "file_damaged",
  "file_restored",
  "answered",
  "accepted",
  "returned",
  "waived",
  "received_elsewhere",
  "decision_undone",
  "link_replaced",
  "paused",
  "resumed",
  "closed",
  "done",
  "reopened",
  "cancelled",
  "archived",
  "unarchived",
  "assigned",
  "exported",
  "title_changed",
  "message_changed",
  "due_changed",
  "retention_changed",
  "erasure_announced",
  "erased",
  "deleted",
  "restored",
  "deletion_asked",
  "deletion_granted",
  "deletion_refused",
  "item_added",
  "item_changed",
  "item_removed",
  "items_reordered",
  "items_shown",
  "items_hidden",
  "recipient_added",
  "recipient_corrected",
  "recipient_removed",
  "invited",
  "reminded",
  "unreachable",
  "promised",
  "question_asked",
  "question_answered",
  "question_resolved",
  "question_reopened",
  "handed_off",
  "taken_back",
  "repeat_set",
  "repeat_skipped",
  "repeat_ended",
  "repeated",
] as const;
export type EventKind = (typeof eventKinds)[number];

/** Purposes of reading a stored file. The first three count as opened. */
export const readPurposes = ["view", "download", "export", "prefetch", "thumbnail"] as const;
export type ReadPurpose = (typeof readPurposes)[number];

/** Scope of a recipient: the whole request, or only items that were handed to them. */
export type RecipientScope = "all" | "items";
