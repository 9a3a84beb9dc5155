interface Bound {
  /** Who makes the request: the owner of the large workspace, or a recipient of fifty of its requests. */
  as: "owner" | "recipient";
  /** Pages of 8 kB, from memory or disk. */
  buffers: number;
}

/**
 * The most that each query of the page may read in a workspace of 100,000 requests, by the name of the request. Up to a
 * third more than measured; what reads past due days and months one by one varies with the day.
 */
export const bounds: Readonly<Record<string, Bound>> = {
  "profiles by user_id": { as: "owner", buffers: 80 },
  "members by user_id": { as: "owner", buffers: 80 },
  list_requests: { as: "owner", buffers: 900 },
  "list_requests, overdue by activity": { as: "owner", buffers: 2_000 },
  search_requests: { as: "owner", buffers: 5_000 },
  request_counts: { as: "owner", buffers: 120 },
  "requests by id items.files.status items.removed_at recipients.removed_at": { as: "owner", buffers: 340 },
  "access_requests by decided_at order request_id": { as: "owner", buffers: 30 },
  "events by limit order request_id": { as: "owner", buffers: 50 },
  "request_links by request_id": { as: "owner", buffers: 30 },
  "requests by events.kind id items.removed_at recipients.user_id": { as: "recipient", buffers: 1_250 },
  "items by removed_at request_id": { as: "recipient", buffers: 745 },
  unread_questions: { as: "owner", buffers: 600 },
  watches_request: { as: "owner", buffers: 40 },
  my_email_preferences: { as: "owner", buffers: 40 },
  email_is_stopped: { as: "owner", buffers: 40 },
  preview_reminder: { as: "owner", buffers: 200 },
  request_people: { as: "recipient", buffers: 40 },
  my_checklist: { as: "recipient", buffers: 40 },
  my_checklists: { as: "recipient", buffers: 40 },
  "files by id status": { as: "recipient", buffers: 60 },
  "recipients by limit order user_id": { as: "recipient", buffers: 900 },
  "recipients by limit user_id": { as: "recipient", buffers: 30 },
  peek_request: { as: "recipient", buffers: 30 },
  my_access: { as: "owner", buffers: 20 },
  my_sessions: { as: "owner", buffers: 20 },
  sole_ownerships: { as: "owner", buffers: 1_250 },
  backup_codes_left: { as: "owner", buffers: 20 },
  workspace_members: { as: "owner", buffers: 100 },
  workspace_invitations: { as: "owner", buffers: 60 },
  "workspaces by id": { as: "owner", buffers: 60 },
  saved_reasons: { as: "owner", buffers: 40 },
  list_people: { as: "owner", buffers: 2_600 },
  people_counts: { as: "owner", buffers: 6_800 },
  search_people: { as: "owner", buffers: 6_600 },
  export_people: { as: "owner", buffers: 18_000 },
  person_details: { as: "owner", buffers: 650 },
  person_requests: { as: "owner", buffers: 100 },
  person_companions: { as: "owner", buffers: 120 },
  bulk_details: { as: "owner", buffers: 8_100 },
  bulk_people: { as: "owner", buffers: 8_100 },
  workspace_bulks: { as: "owner", buffers: 65 },
  workspace_templates: { as: "owner", buffers: 1000 },
};

/** Indexes that no query of the page would miss, and what they are for. */
export const indexesForOthers: Readonly<Record<string, string>> = {
  access_requests_user_id_idx: "references, when an account is deleted",
  access_requests_workspace_id_idx: "reads of a whole workspace, by its policy",
  events_file_id_idx: "references, when a file is deleted",
  events_item_id_idx: "references, when an item is deleted",
  events_recipient_id_idx: "references, when a recipient is deleted",
  events_workspace_id_idx: "reads of a whole workspace, by its policy",
  files_item_id_idx: "references, when an item is deleted",
  files_to_purge_idx: "the worker",
  files_uploading_idx: "the worker",
  files_workspace_id_idx: "reads of a whole workspace, by its policy",
  item_examples_item_id_idx: "references, when an item is deleted",
  item_examples_object_key_idx: "reads and uploads of an example, by Storage's policies, and the worker",
  item_examples_request_id_idx: "reads of a whole request, by its policy",
  item_examples_uploading_idx: "the worker",
  item_examples_workspace_id_idx: "reads of a whole workspace, by its policy",
  items_workspace_id_idx: "reads of a whole workspace, by its policy",
  messages_request_id_idx: "reads of a whole request, by its policy",
  messages_workspace_id_idx: "reads of a whole workspace, by its policy",
  members_user_id_idx: "servers with many members; there are few here",
  notes_workspace_id_idx: "reads of a whole workspace, by its policy",
  questions_workspace_id_idx: "reads of a whole workspace, by its policy",
  recipient_items_workspace_id_idx: "reads of a whole workspace, by its policy",
  recipients_reminder_idx: "the worker",
  recipients_request_id_email_key: "uniqueness",
  recipients_workspace_id_idx: "reads of a whole workspace, by its policy",
  request_links_workspace_id_idx: "reads of a whole workspace, by its policy",
  request_search_workspace_id_idx:
    "samples of workspaces that are small beside others; here one has nearly all requests",
  requests_closed_idx: "the worker",
  requests_workspace_id_idx: "references, when a workspace is deleted",
};
