import type { Database } from "@sheaf/contract/database.types";

type Api = Database["public"];

/** An ID that doesn't exist. */
const nil = "00000000-0000-0000-0000-000000000000";

/** Every table; a new one fails to compile until it is added. */
export const tables = Object.keys({
  events: true,
  files: true,
  items: true,
  members: true,
  profiles: true,
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
  answer_item: { answer: "", item: nil, kind: "", revision: -1 },
  backup_codes_left: {},
  begin_upload: { item: nil, mime: "", name: "", size: 0 },
  cancel_request: { request: nil },
  change_name: { display_name: "" },
  claim_orphans: { after: "\u{10ffff}", run: nil },
  claim_removed: { batch: 0, run: nil },
  create_backup_codes: {},
  create_request: { draft: {}, workspace: nil },
  create_workspace: { display_name: "", name: "" },
  decide_item: { decision: "", item: nil, revision: -1 },
  delete_account: { workspaces: [nil] },
  end_other_sessions: {},
  end_session: { session: nil },
  finish_purge: { object_keys: [] },
  finish_upload: { file: nil, sha256: "" },
  join_request: { token: "" },
  list_requests: { filter: "", sort: "", today: "2000-01-01", workspace: nil },
  my_access: {},
  my_sessions: {},
  peek_request: { token: "" },
  record_proof: { act: "" },
  release_purge: { run: nil },
  remove_file: { file: nil },
  request_counts: { today: "2000-01-01", workspace: nil },
  request_people: { request: nil },
  retire_files: { batch: 0, upload_hours: 1_000_000 },
  rotate_link: { request: nil },
  send_request: { request: nil },
  set_file_aside: { aside: false, file: nil },
  sole_ownerships: {},
  undo_decision: { item: nil, revision: -1 },
  update_draft: { draft: {}, request: nil },
  use_backup_code: { code: "" },
} satisfies { [Name in keyof Api["Functions"]]: Api["Functions"][Name]["Args"] };

/** The only public function: the preview of a link. */
export const openFunction = "peek_request";

export const functions = Object.entries(calls).map(([name, args]) => ({ name, args }));
