import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { functions, readTable } from "./matrix.ts";
import { type Cast, makeCast } from "./testing/cast.ts";
import { undone } from "./testing/database.ts";
import { draftOf, pdf, sha256 } from "./testing/requests.ts";

let cast: Cast;
beforeAll(async () => {
  cast = await makeCast();
});

/** Valid arguments for a permitted caller. */
function callOf(name: string): string {
  const [first, second, third] = cast.items;
  const draft = `'${JSON.stringify(draftOf([{ title: "Passport" }], ["a@b.example"]))}'`;
  const calls: Readonly<Record<string, string>> = {
    create_workspace: `name => 'New', display_name => 'Some One'`,
    create_request: `workspace => '${cast.workspaceA}', draft => ${draft}`,
    update_draft: `request => '${cast.draft}', draft => ${draft}`,
    send_request: `request => '${cast.draft}'`,
    cancel_request: `request => '${cast.request}'`,
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
    change_name: `display_name => 'Some One'`,
    my_sessions: "",
    end_session: `session => '${randomUUID()}'`,
    end_other_sessions: "",
    sole_ownerships: "",
    create_backup_codes: "",
    backup_codes_left: "",
    use_backup_code: `code => 'wrong-code'`,
    my_access: "",
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

/** Calls the function, rolls it back, and returns the outcome in the terms of the matrix. */
async function outcome(who: string, name: string): Promise<string> {
  const person = cast.person(who);
  try {
    const { rowCount } = await undone(
      (work) => person.sql(work),
      (query) => query(callOf(name)),
    );
    return rowCount > 0 ? "ok" : "empty";
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    const words: Readonly<Record<string, string>> = {
      "PT404 not_found": "missing",
      "PT401 session.required": "session",
      "PT422 insufficient_aal": "factor",
      "PT422 mfa_factor_not_found": "no-factor",
      [`42501 permission denied for function ${name}`]: "refused",
    };
    return words[`${code} ${message}`] ?? message;
  }
}

describe.each(readTable(functions))("$name", ({ name, cells }) => {
  test.each([...cells])("for %s: %s", async (who, expected) => {
    expect(await outcome(who, name)).toBe(expected);
  });
});
