import { functionEntries } from "../functions/all-functions.ts";
import type { ReadBound } from "../functions/function-entry.ts";

type Bound = Omit<ReadBound, "variants">;

/** Bounds of the queries on tables, by the name of the request. */
const ofTables: Readonly<Record<string, Bound>> = {
  "profiles by user_id": { as: "owner", reads: "few" },
  "members by user_id": { as: "owner", reads: "few" },
  "access_requests by decided_at order request_id": { as: "owner", reads: "few" },
  "events by limit order request_id": { as: "owner", reads: "few" },
  "request_links by request_id": { as: "owner", reads: "few" },
  "requests by events.kind id items.removed_at recipients.user_id": { as: "recipient", reads: "list" },
  "items by removed_at request_id": { as: "recipient", reads: "list" },
  "files by id status": { as: "recipient", reads: "few" },
  "recipients by limit order user_id": { as: "recipient", reads: "list" },
  "recipients by limit user_id": { as: "recipient", reads: "few" },
  "files by or order request_id": { as: "owner", reads: "few" },
  "events by limit order request_id seq": { as: "owner", reads: "few" },
  "saved_views by workspace_id": { as: "owner", reads: "few" },
};

const ofFunctions = functionEntries.flatMap(([name, { bound }]) => (bound ? boundsOf(name, bound) : []));

/** The most that each query of the page may read in a workspace of 100,000 requests, by the name of the request. */
export const bounds: Readonly<Record<string, Bound>> = { ...ofTables, ...Object.fromEntries(ofFunctions) };

function boundsOf(name: string, { as, reads, variants = {} }: ReadBound): [string, Bound][] {
  const others = Object.entries(variants).map(([variant, size]): [string, Bound] => [
    `${name}, ${variant}`,
    { as, reads: size },
  ]);
  return [[name, { as, reads }], ...others];
}

/** Indexes that no query of the page would miss, and what they are for. */
export const indexesForOthers: Readonly<Record<string, string>> = {
  access_requests_user_id_idx: "references, when an account is deleted",
  access_requests_workspace_id_idx: "reads of a whole workspace, by its policy",
  events_file_id_idx: "references, when a file is deleted",
  events_item_id_idx: "references, when an item is deleted",
  events_recipient_id_idx: "references, when a recipient is deleted",
  events_workspace_id_idx: "reads of a whole workspace, by its policy",
  files_item_id_idx: "references, when an item is deleted",
  files_deletion_asked_idx: "the worker",
  files_to_purge_idx: "the worker",
  files_unchecked_idx: "the worker",
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
  recipients_unopened_idx: "Auth's hook, for a new account, and people's unopened requests",
  recipients_unreachable_idx: "the worker",
  recipients_request_id_email_key: "uniqueness",
  recipients_workspace_id_idx: "reads of a whole workspace, by its policy",
  request_links_workspace_id_idx: "reads of a whole workspace, by its policy",
  request_tags_workspace_id_idx: "reads of a whole workspace, by its policy",
  request_search_workspace_id_idx:
    "samples of workspaces that are small beside others; here one has nearly all requests",
  requests_assignee_idx: "references, when a member leaves",
  requests_tests_idx: "tests, which the worker deletes",
  requests_deleted_at_idx: "the worker",
  requests_kept_idx: "the worker",
  requests_kept_shortly_idx: "the worker",
  requests_open_activity_idx: "the worker",
  requests_workspace_id_idx: "references, when a workspace is deleted",
  saved_views_name_idx: "reads of one's own views, which the page makes when their menu opens",
  saved_views_workspace_id_idx: "references, when a member leaves",
  tags_name_idx: "uniqueness",
};
