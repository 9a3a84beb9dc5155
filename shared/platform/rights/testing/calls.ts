import { randomUUID } from "node:crypto";
import type { Cast } from "./cast.ts";
import { draftOf, pdf, sha256 } from "./requests.ts";

/** A call with valid arguments for a permitted caller. */
export function callOf(cast: Cast, name: string): string {
  const [first, second, third, fourth, fifth] = cast.items;
  const draft = `'${JSON.stringify(draftOf([{ title: "Passport" }], ["a@b.example"]))}'`;
  const plan = `'{"before": [3], "every": 2, "undated": 5, "most": 4}'`;
  const calls: Readonly<Record<string, string>> = {
    create_workspace: `name => 'New', display_name => 'Some One'`,
    create_request: `workspace => '${cast.workspaceA}', draft => ${draft}`,
    edit_request: `request => '${cast.draft}', revision => 0, change => '{"title": "Later"}'`,
    send_request: `request => '${cast.draft}'`,
    invite_recipient: `recipient => '${cast.recipientRow}'`,
    cancel_request: `request => '${cast.request}'`,
    pause_request: `request => '${cast.request}'`,
    resume_request: `request => '${cast.request}'`,
    close_request: `request => '${cast.request}'`,
    reopen_request: `request => '${cast.request}'`,
    archive_request: `request => '${cast.ended}'`,
    unarchive_request: `request => '${cast.ended}'`,
    duplicate_request: `request => '${cast.request}'`,
    delete_draft: `request => '${cast.draft}'`,
    list_requests: `workspace => '${cast.workspaceA}', filter => 'open', sort => 'due', today => current_date`,
    request_counts: `workspace => '${cast.workspaceA}', today => current_date`,
    rotate_link: `request => '${cast.request}'`,
    peek_request: `token => '${cast.token}'`,
    stop_email: `token => '${"A".repeat(43)}'`,
    join_request: `token => '${cast.token}'`,
    visit_request: `request => '${cast.request}'`,
    request_access: `token => '${cast.token}'`,
    decide_access: `access_request => '${cast.asked}', is_added => true`,
    set_reminders: `request => '${cast.request}', plan => ${plan}, paused => true`,
    set_workspace_reminders: `workspace => '${cast.workspaceA}', zone => 'Europe/Lisbon', plan => ${plan}`,
    send_reminders: `request => '${cast.request}'`,
    preview_reminder: `request => '${cast.request}', site => 'https://sheaf.example'`,
    send_update: `request => '${cast.request}'`,
    promise_date: `request => '${cast.request}', "on" => current_date + 2`,
    mute_request: `request => '${cast.request}', muted => true`,
    request_people: `request => '${cast.request}'`,
    begin_upload: `item => '${first}', name => 'a.pdf', size => 5, mime => 'application/pdf'`,
    begin_member_upload: `item => '${fourth}', name => 'a.pdf', size => 5, mime => 'application/pdf'`,
    finish_upload: `file => '${cast.arrived.file_id}', sha256 => '${sha256(pdf)}'`,
    remove_file: `file => '${cast.stored.file_id}'`,
    begin_example: `item => '${first}', name => 'a.pdf', size => 5, mime => 'application/pdf'`,
    finish_example: `example => '${cast.sentExample.example_id}'`,
    remove_example: `example => '${cast.example.example_id}'`,
    answer_item: `item => '${third}', revision => 0, kind => 'cannot_provide', answer => 'It burnt.'`,
    submit_files: `item => '${fifth}', revision => 1`,
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
    claim_email: `worker => '${randomUUID()}', site => 'https://sheaf.example'`,
    finish_email: `email => '${randomUUID()}', worker => '${randomUUID()}', outcome => 'sent'`,
    email_report: "",
    plan_email: "",
  };
  const args = calls[name];
  if (args === undefined) throw new Error(`No arguments defined for ${name}`);
  return `select * from public.${name}(${args})`;
}
