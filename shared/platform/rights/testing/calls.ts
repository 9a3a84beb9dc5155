import { randomUUID } from "node:crypto";
import type { Cast } from "./cast.ts";
import { draftOf, pdf, sha256 } from "./requests.ts";

/** A call with valid arguments for a permitted caller. */
export function callOf(cast: Cast, name: string): string {
  const [first, second, third] = cast.items;
  const draft = `'${JSON.stringify(draftOf([{ title: "Passport" }], ["a@b.example"]))}'`;
  const calls: Readonly<Record<string, string>> = {
    create_workspace: `name => 'New', display_name => 'Some One'`,
    create_request: `workspace => '${cast.workspaceA}', draft => ${draft}`,
    update_draft: `request => '${cast.draft}', draft => ${draft}`,
    send_request: `request => '${cast.draft}'`,
    cancel_request: `request => '${cast.request}'`,
    list_requests: `workspace => '${cast.workspaceA}', filter => 'open', sort => 'due', today => current_date`,
    request_counts: `workspace => '${cast.workspaceA}', today => current_date`,
    rotate_link: `request => '${cast.request}'`,
    peek_request: `token => '${cast.token}'`,
    join_request: `token => '${cast.token}'`,
    request_people: `request => '${cast.request}'`,
    begin_upload: `item => '${first}', name => 'a.pdf', size => 5, mime => 'application/pdf'`,
    finish_upload: `file => '${cast.arrived.file_id}', sha256 => '${sha256(pdf)}'`,
    remove_file: `file => '${cast.stored.file_id}'`,
    answer_item: `item => '${third}', revision => 0, kind => 'cannot_provide', answer => 'It burnt.'`,
    decide_item: `item => '${first}', revision => 3, decision => 'accept'`,
    undo_decision: `item => '${second}', revision => 2`,
    set_file_aside: `file => '${cast.stored.file_id}', aside => true`,
    change_name: `display_name => 'Some One'`,
    my_sessions: "",
    end_session: `session => '${randomUUID()}'`,
    end_other_sessions: "",
    sole_ownerships: "",
    create_backup_codes: "",
    backup_codes_left: "",
    use_backup_code: `code => 'wrong-code'`,
    my_access: "",
    record_proof: `act => 'password'`,
    delete_account: `workspaces => '{${cast.workspaceB}}'`,
    retire_files: "upload_hours => 24, batch => 100",
    claim_removed: `run => '${randomUUID()}', batch => 100`,
    claim_orphans: `run => '${randomUUID()}', after => ''`,
    finish_purge: `object_keys => '{${cast.removed.object_key}}'`,
    release_purge: `run => '${randomUUID()}'`,
  };
  const args = calls[name];
  if (args === undefined) throw new Error(`No arguments defined for ${name}`);
  return `select * from public.${name}(${args})`;
}
