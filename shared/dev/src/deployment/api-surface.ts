import type { Database } from "@sheaf/contract/database.types";

type Api = Database["public"];

/** An id of nothing. */
const nil = "00000000-0000-0000-0000-000000000000";

/** Every table; the compiler asks for a new one by name. */
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
 * A call of every function whose arguments name nothing that exists, so that it does nothing even where somebody may
 * make it who may not. The compiler asks for a new one by name.
 */
const calls = {
  answer_item: { answer: "", item: nil, kind: "", revision: -1 },
  begin_upload: { item: nil, mime: "", name: "", size: 0 },
  cancel_request: { request: nil },
  change_name: { display_name: "" },
  claim_orphans: { after: "\u{10ffff}", run: nil },
  claim_removed: { batch: 0, run: nil },
  create_request: { draft: {}, workspace: nil },
  create_workspace: { display_name: "", name: "" },
  decide_item: { decision: "", item: nil, revision: -1 },
  delete_account: { workspaces: [nil] },
  end_other_sessions: {},
  end_session: { session: nil },
  finish_purge: { object_keys: [] },
  finish_upload: { file: nil, sha256: "" },
  join_request: { token: "" },
  my_sessions: {},
  peek_request: { token: "" },
  release_purge: { run: nil },
  remove_file: { file: nil },
  request_people: { request: nil },
  retire_files: { batch: 0, upload_hours: 1_000_000 },
  rotate_link: { request: nil },
  send_request: { request: nil },
  sole_ownerships: {},
  undo_decision: { item: nil, revision: -1 },
  update_draft: { draft: {}, request: nil },
} satisfies { [Name in keyof Api["Functions"]]: Api["Functions"][Name]["Args"] };

/** The one that anybody may call: what a link is about. */
export const openFunction = "peek_request";

export const functions = Object.entries(calls).map(([name, args]) => ({ name, args }));
