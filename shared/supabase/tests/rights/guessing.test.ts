import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { columns, plainColumn, readableColumns, readLists } from "./matrix.ts";
import { type Cast, makeCast } from "./testing/cast.ts";
import { getExample, putExample } from "./testing/examples.ts";
import { draftOf, get, pdf, put } from "./testing/requests.ts";

let cast: Cast;
beforeAll(async () => {
  cast = await makeCast();
});

/** People who must not learn that something exists. */
const strangers = ["rival", "outsider", "lapsed"];
const nowhere = randomUUID();

describe.each(strangers)("%s can't tell existing from missing objects", (who) => {
  test("in every table, by id", async () => {
    const person = cast.person(who);
    const ids: Readonly<Record<string, string>> = {
      workspaces: `id=eq.${cast.workspaceA}`,
      requests: `id=eq.${cast.request}`,
      files: `id=eq.${cast.stored.file_id}`,
      items: `id=eq.${cast.items[0]}`,
      tags: `id=eq.${cast.tag}`,
      saved_views: `id=eq.${cast.view}`,
    };
    for (const table of readLists(columns).keys()) {
      const own = table === "profiles" ? `user_id=eq.${cast.person("owner").userId}` : undefined;
      const filter = ids[table] ?? own ?? `${table === "members" ? "workspace_id" : "request_id"}=eq.`;
      const known = filter.endsWith(".")
        ? filter + (table === "members" ? cast.workspaceA : cast.request)
        : filter;
      const unknown = known.replace(/eq\..*/, `eq.${nowhere}`);
      const columnsRead = readableColumns(table).join(",");
      const there = await person.knock(`/rest/v1/${table}?select=${columnsRead}&${known}`);
      expect(there, table).toEqual(await person.knock(`/rest/v1/${table}?select=${columnsRead}&${unknown}`));
      expect(there).toEqual({ status: 200, body: [] });
    }
  });

  test("in every function", async () => {
    const person = cast.person(who);
    const [item] = cast.items;
    const calls: [string, Record<string, unknown>, string][] = [
      ["create_request", { workspace: cast.workspaceA, draft: draftOf([]) }, "workspace"],
      ["set_second_factor_requirement", { workspace: cast.workspaceA, required: true }, "workspace"],
      [
        "email_second_factor",
        { workspace: cast.workspaceA, member: cast.person("member").userId },
        "workspace",
      ],
      ["save_view", { workspace: cast.workspaceA, name: "", query: "" }, "workspace"],
      ["change_view", { view: cast.view, name: "" }, "view"],
      ["delete_view", { view: cast.view }, "view"],
      ["saved_reasons", { workspace: cast.workspaceA }, "workspace"],
      ["save_reason", { workspace: cast.workspaceA, reason: "Mine" }, "workspace"],
      ["workspace_templates", { workspace: cast.workspaceA }, "workspace"],
      ["create_template", { workspace: cast.workspaceA, draft: draftOf([]) }, "workspace"],
      ["save_as_template", { request: cast.request }, "request"],
      ["use_template", { template: cast.template }, "template"],
      ["add_template_items", { request: cast.draft, revision: 9, template: cast.template }, "template"],
      ["add_template_items", { request: cast.draft, revision: 9, template: cast.template }, "request"],
      ["archive_template", { template: cast.template, archived: true }, "template"],
      [
        "send_to_many",
        { job: randomUUID(), template: cast.template, title: "", message: "", people: [] },
        "template",
      ],
      ["send_to_many", { job: cast.job, template: cast.template, title: "", message: "", people: [] }, "job"],
      ["bulk_details", { job: cast.job }, "job"],
      ["bulk_people", { job: cast.job, filter: "" }, "job"],
      ["pause_bulk", { job: cast.job, paused: true }, "job"],
      ["retry_bulk", { job: cast.job }, "job"],
      ["stop_bulk", { job: cast.job }, "job"],
      ["workspace_bulks", { workspace: cast.workspaceA }, "workspace"],
      ["list_people", { workspace: cast.workspaceA, filter: "" }, "workspace"],
      ["people_counts", { workspace: cast.workspaceA }, "workspace"],
      ["search_people", { workspace: cast.workspaceA, search: "x".repeat(201) }, "workspace"],
      ["suggest_clients", { workspace: cast.workspaceA, search: "x".repeat(201) }, "workspace"],
      ["export_people", { workspace: cast.workspaceA, after: "?" }, "workspace"],
      ["person_details", { person: cast.asPerson }, "person"],
      ["person_requests", { person: cast.asPerson }, "person"],
      ["person_companions", { person: cast.asPerson }, "person"],
      ["edit_person", { person: cast.asPerson, revision: 9, name: "@", note: "" }, "person"],
      ["merge_people", { person: cast.asPerson, other: cast.asPerson }, "person"],
      ["merge_people", { person: cast.asPerson, other: cast.asOtherPerson }, "other"],
      ["unmerge_person", { person: cast.asPerson }, "person"],
      ["delete_person", { person: cast.asPerson }, "person"],
      ["rename_workspace", { workspace: cast.workspaceA, name: "Mine" }, "workspace"],
      ["set_workspace_branding", { workspace: cast.workspaceA, accent: null, logo: null }, "workspace"],
      ["workspace_members", { workspace: cast.workspaceA }, "workspace"],
      ["workspace_invitations", { workspace: cast.workspaceA }, "workspace"],
      ["workspace_contents", { workspace: cast.workspaceA }, "workspace"],
      ["delete_workspace", { workspace: cast.workspaceA }, "workspace"],
      [
        "set_member_role",
        { workspace: cast.workspaceA, member: cast.person("member").userId, role: "admin" },
        "workspace",
      ],
      ["remove_member", { workspace: cast.workspaceA, member: cast.person("member").userId }, "workspace"],
      ["invite_member", { workspace: cast.workspaceA, email: "a@b.example", role: "member" }, "workspace"],
      ["resend_invitation", { invitation: cast.invitation }, "invitation"],
      ["cancel_invitation", { invitation: cast.invitation }, "invitation"],
      ["assign_request", { request: cast.request, assignee: cast.person(who).userId }, "request"],
      ["workspace_tags", { workspace: cast.workspaceA }, "workspace"],
      ["create_tag", { workspace: cast.workspaceA, name: "" }, "workspace"],
      ["rename_tag", { tag: cast.tag, name: "" }, "tag"],
      ["delete_tag", { tag: cast.tag }, "tag"],
      ["tag_person", { person: cast.asPerson, tag: cast.tag, tagged: true }, "person"],
      ["tag_request", { request: cast.request, tag: cast.tag, tagged: true }, "request"],
      ["edit_request", { request: cast.draft, revision: 9, change: [] }, "request"],
      ["edit_request", { request: cast.request, revision: 9, change: draftOf([]) }, "request"],
      ["change_due_date", { request: cast.request, due_on: "2030-01-01", former: "2030-01-02" }, "request"],
      ["visit_request", { request: cast.request }, "request"],
      ["decide_access", { access_request: cast.asked, is_added: true }, "access_request"],
      ["send_request", { request: cast.draft }, "request"],
      ["cancel_request", { request: cast.request }, "request"],
      ["pause_request", { request: cast.request }, "request"],
      ["resume_request", { request: cast.request }, "request"],
      ["close_request", { request: cast.request }, "request"],
      ["reopen_request", { request: cast.request }, "request"],
      ["archive_request", { request: cast.ended }, "request"],
      ["unarchive_request", { request: cast.ended }, "request"],
      ["repeat_request", { request: cast.request, every: "day", first_on: "2000-01-01" }, "request"],
      ["repeat_request", { request: cast.draft, every: "month" }, "request"],
      ["skip_repeat", { request: cast.request, day: "2000-01-01" }, "request"],
      ["request_repeat", { request: cast.request }, "request"],
      ["file_openings", { file: cast.stored.file_id }, "file"],
      ["duplicate_request", { request: cast.request }, "request"],
      ["delete_draft", { request: cast.draft }, "request"],
      ["delete_draft", { request: cast.request }, "request"],
      ["rotate_link", { request: cast.request }, "request"],
      ["join_request", { token: cast.token }, "token"],
      ["invitations_end_on", { request: cast.request }, "request"],
      ["update_leaves_at", { request: cast.request }, "request"],
      ["request_people", { request: cast.request }, "request"],
      ["begin_upload", { item, name: "a.pdf", size: 0, mime: "text/html" }, "item"],
      ["begin_member_upload", { item, name: "a.pdf", size: 0, mime: "text/html" }, "item"],
      ["finish_upload", { file: cast.arrived.file_id, sha256: "" }, "file"],
      ["finish_upload", { file: cast.stored.file_id, sha256: "" }, "file"],
      ["remove_file", { file: cast.removed.file_id }, "file"],
      ["begin_example", { item, name: "a.svg", size: 0, mime: "text/html" }, "item"],
      ["finish_example", { example: cast.sentExample.example_id }, "example"],
      ["finish_example", { example: cast.example.example_id }, "example"],
      ["remove_example", { example: cast.example.example_id }, "example"],
      ["set_file_aside", { file: cast.stored.file_id, aside: true }, "file"],
      ["set_file_aside", { file: cast.uploading.file_id, aside: true }, "file"],
      ["answer_item", { item, revision: 9, kind: "", answer: "" }, "item"],
      ["submit_files", { item, revision: 9 }, "item"],
      ["delete_request", { request: cast.ended }, "request"],
      ["delete_request", { request: cast.request }, "request"],
      ["restore_request", { request: cast.ended }, "request"],
      ["set_retention", { workspace: cast.workspaceA, days: 5, sensitive_days: 5 }, "workspace"],
      ["request_receipts", { request: cast.request }, "request"],
      ["request_retention", { request: cast.request }, "request"],
      ["set_request_retention", { request: cast.request, days: 5 }, "request"],
      ["ask_deletion", { file: cast.stored.file_id }, "file"],
      ["decide_deletion", { file: cast.stored.file_id, granted: false, reason: "" }, "file"],
      ["ask_for_receipt", { request: cast.request }, "request"],
      ["decide_item", { item, revision: 9, decision: "", reason: "", files: 5 }, "item"],
      ["undo_decision", { item, revision: 9 }, "item"],
    ];
    for (const [name, args, secret] of calls) {
      const there = await person.rpc(name, args);
      const wrong = await person.rpc(name, {
        ...args,
        [secret]: secret === "token" ? "9".repeat(43) : nowhere,
      });
      expect(there, name).toEqual(wrong);
      expect(there.status, name).toBe(404);
    }
  });

  test("in storage, by key: reading, writing, overwriting", async () => {
    const person = cast.person(who);
    const wrongKey = `${nowhere}/${nowhere}/${nowhere}/${nowhere}`;
    for (const { object_key: key } of [cast.stored, cast.arrived, cast.uploading, cast.removed]) {
      expect(await get(person, key)).toEqual(await get(person, wrongKey));
      expect(await put(person, key)).toEqual(await put(person, wrongKey));
      expect(await put(person, key, pdf, { "x-upsert": "true" })).toEqual(
        await put(person, wrongKey, pdf, { "x-upsert": "true" }),
      );
    }
    for (const { object_key: key } of [cast.example, cast.sentExample, cast.begunExample]) {
      expect(await getExample(person, key)).toEqual(await getExample(person, wrongKey));
      expect(await putExample(person, key)).toEqual(await putExample(person, wrongKey));
    }
  });
});

test("nobody can write to a table directly, except for marked columns", async () => {
  // One person of each role, because privileges belong to roles.
  for (const who of ["owner", "anon"]) {
    const person = cast.person(who);
    for (const [table, list] of readLists(columns)) {
      const forbidden = { status: who === "anon" ? 401 : 403, body: { code: "42501" } };
      for (const column of list.filter((name) => !name.endsWith("*")).map(plainColumn)) {
        const path = `/rest/v1/${table}?${list[0]}=not.is.null`;
        const patch = await person.knock(path, { method: "PATCH", body: { [column]: null } });
        // PostgreSQL rejects writes to generated columns before it checks privileges.
        const generated = { status: 400, body: { code: "428C9" } };
        expect(patch, `${who} changes ${table}.${column}`).toMatchObject(
          table === "files" && ["object_key", "damaged"].includes(column) ? generated : forbidden,
        );
      }
      const all = `/rest/v1/${table}?${list[0]}=not.is.null`;
      expect(await person.knock(all, { method: "DELETE" }), `${who} deletes ${table}`).toMatchObject(
        forbidden,
      );
      const insert = await person.knock(`/rest/v1/${table}`, { method: "POST", body: {} });
      expect(insert, `${who} inserts ${table}`).toMatchObject(forbidden);
    }
  }
});

test("users can change their own name, but nobody else's", async () => {
  const owner = cast.person("owner");
  const rename = (name: string, filter: string) =>
    owner.knock(`/rest/v1/profiles?${filter}`, {
      method: "PATCH",
      body: { display_name: name },
      headers: { prefer: "return=representation" },
    });
  const all = await rename("Nora O.", "user_id=not.is.null");
  expect(all).toMatchObject({ status: 200, body: [{ user_id: owner.userId, display_name: "Nora O." }] });
  expect(all.body).toHaveLength(1);
  expect(await rename(" ", `user_id=eq.${owner.userId}`)).toMatchObject({
    status: 400,
    body: { code: "23514" },
  });
});

test("a recipient can't reach other objects through those they can read", async () => {
  const recipient = cast.person("recipient");
  const read = async (path: string) => (await recipient.knock(`/rest/v1/${path}`)).body;
  expect(await read(`requests?id=eq.${cast.request}&select=id,request_links(token)`)).toEqual([
    { id: cast.request, request_links: null },
  ]);
  expect(await read("request_search?select=document")).toEqual([]);
  expect(await read(`requests?id=eq.${cast.request}&select=recipients(email)`)).toEqual([
    { recipients: [{ email: recipient.email }] },
  ]);
});
