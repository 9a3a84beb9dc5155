import type { Database } from "@sheaf/contract/database.types";

type Api = Database["public"];

/** An ID that doesn't exist. */
const nil = "00000000-0000-0000-0000-000000000000";

/** Every table; a new one fails to compile until it is added. */
export const tables = Object.keys({
  access_requests: true,
  events: true,
  files: true,
  item_examples: true,
  items: true,
  members: true,
  messages: true,
  notes: true,
  profiles: true,
  questions: true,
  recipient_items: true,
  recipients: true,
  request_links: true,
  request_search: true,
  requests: true,
  workspaces: true,
} satisfies Record<keyof Api["Tables"], true>);

/**
 * A call of every function with arguments that match nothing, so that it has no effect even if wrongly allowed. A
 * new function fails to compile until it is added.
 */
const calls = {
  add_note: { body: "", item: nil },
  answer_item: { answer: "", item: nil, kind: "", revision: -1 },
  answer_question: { body: "", question: nil },
  ask_question: { body: "", item: nil },
  backup_codes_left: {},
  begin_example: { item: nil, mime: "", name: "", size: 0 },
  begin_member_upload: { item: nil, mime: "", name: "", size: 0 },
  begin_upload: { item: nil, mime: "", name: "", size: 0 },
  cancel_request: { request: nil },
  claim_email: { site: "", worker: nil },
  change_name: { display_name: "" },
  claim_orphans: { after: "\u{10ffff}", run: nil },
  claim_removed: { batch: 0, run: nil },
  close_request: { request: nil },
  create_backup_codes: {},
  create_request: { draft: {}, workspace: nil },
  create_workspace: { display_name: "", name: "" },
  decide_item: { decision: "", item: nil, revision: -1 },
  decide_access: { access_request: nil, is_added: false },
  delete_account: { workspaces: [nil] },
  delete_draft: { request: nil },
  archive_request: { request: nil },
  duplicate_request: { request: nil },
  edit_request: { change: {}, request: nil, revision: -1 },
  email_report: {},
  email_workspaces: {},
  email_is_stopped: {},
  end_other_sessions: {},
  end_session: { session: nil },
  finish_email: { email: nil, outcome: "", worker: nil },
  finish_example: { example: nil },
  finish_purge: { object_keys: [] },
  finish_upload: { file: nil, sha256: "" },
  hand_off_item: { email: "", item: nil },
  invite_recipient: { recipient: nil },
  join_request: { token: "" },
  list_requests: { filter: "", sort: "", today: "2000-01-01", workspace: nil },
  mute_request: { muted: false, request: nil },
  my_access: {},
  my_checklist: { request: nil },
  my_checklists: {},
  my_email_preferences: {},
  my_sessions: {},
  pause_request: { request: nil },
  next_email: { email: nil, outcome: "", site: "", worker: nil },
  plan_email: {},
  peek_request: { token: "" },
  preview_reminder: { request: nil, site: "" },
  promise_date: { on: "2000-01-01", request: nil },
  record_proof: { act: "" },
  release_purge: { run: nil },
  read_questions: { item: nil, until: "2000-01-01" },
  remove_example: { example: nil },
  remove_file: { file: nil },
  remove_note: { note: nil },
  report_request: { request: nil },
  reopen_request: { request: nil },
  unarchive_request: { request: nil },
  undo_account_change: { token: "" },
  request_access: { token: "" },
  request_counts: { today: "2000-01-01", workspace: nil },
  search_requests: { search: "", workspace: nil },
  request_people: { request: nil },
  request_reports: {},
  resolve_question: { question: nil, resolved: true },
  resume_request: { request: nil },
  retire_files: { batch: 0, upload_hours: 1_000_000 },
  rotate_link: { request: nil },
  send_reminders: { request: nil },
  send_request: { request: nil },
  send_update: { request: nil },
  set_email_preference: { arrivals: "", workspace: nil, zone: "" },
  set_file_aside: { aside: false, file: nil },
  set_reminders: { paused: false, plan: {}, request: nil },
  set_workspace_reminders: { plan: {}, workspace: nil, zone: "" },
  sole_ownerships: {},
  stop_all_email: { stopped: false },
  suppress_address: { address: "" },
  stop_email: { token: "" },
  take_back_item: { item: nil },
  submit_files: { item: nil, revision: -1 },
  undo_decision: { item: nil, revision: -1 },
  unread_questions: { requests: [nil] },
  use_backup_code: { code: "" },
  visit_request: { request: nil },
  watch_request: { request: nil, watched: false },
  watches_request: { request: nil },
} satisfies { [Name in keyof Api["Functions"]]: Api["Functions"][Name]["Args"] };

/** The preview of a link. */
export const openFunction = "peek_request";

/** What visitors may call: the preview, and the end of emails for whoever holds the token of one. */
export const openFunctions: ReadonlySet<string> = new Set([
  openFunction,
  "stop_email",
  "undo_account_change",
]);

export const functions = Object.entries(calls).map(([name, args]) => ({ name, args }));
