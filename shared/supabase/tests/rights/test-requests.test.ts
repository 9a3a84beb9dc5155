import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { adminRow, adminRows, asAdmin } from "./testing/database.ts";
import { expectNotFound, expectRefusal, granted } from "./testing/expectations.ts";
import { type Person, signUp } from "./testing/people.ts";
import { draftOf, linkOf, openWorkspace } from "./testing/requests.ts";
import { setClock, work } from "./testing/worker.ts";

const today = new Date().toISOString().slice(0, 10);

let nora: Person;
let atHome: Person;
let workspace: string;
beforeAll(async () => {
  nora = await signUp("nora");
  atHome = await signUp("nora.at.home");
  workspace = await openWorkspace(nora);
});
afterEach(() => setClock(null));

/** A test of a draft to the member's other address, sent and joined. */
async function sendTest(): Promise<string> {
  const draft = draftOf([{ title: "Passport" }, { title: "Bank statement" }], ["anna@lind.example"]);
  const id = granted(await nora.rpc("create_test", { workspace, draft, email: atHome.email })) as string;
  granted(await nora.rpc("send_request", { request: id, invite: true }));
  granted(await atHome.rpc("join_request", { token: await linkOf(nora, id) }));
  return id;
}

const read = async (person: Person, name: string, args: Record<string, unknown>) =>
  granted(await person.rpc(name, args));

describe("a test of a draft", () => {
  test("goes to the named address alone, under a title that says so", async () => {
    const id = await sendTest();
    expect(
      await adminRows(
        `select r.title, r.status, p.email from public.requests as r join public.recipients as p on p.request_id = r.id
         where r.id = $1`,
        [id],
      ),
    ).toEqual([{ title: "Test: Papers for the year", status: "open", email: atHome.email }]);
  });

  test("is in no list, no count and no search, and makes nobody a person", async () => {
    await sendTest();
    expect(await read(nora, "list_requests", { workspace, filter: "open", sort: "activity", today })).toEqual(
      [],
    );
    expect(await read(nora, "request_counts", { workspace, today })).toEqual([
      { open: 0, review: 0, overdue: 0, drafts: 0, done: 0, archived: 0, bin: 0 },
    ]);
    expect(await read(nora, "search_requests", { workspace, search: "Papers" })).toEqual([]);
    expect(await read(nora, "list_people", { workspace, filter: "everyone" })).toEqual([]);
    expect(
      await adminRows("select from private.open_recipients where workspace_id = $1", [workspace]),
    ).toEqual([]);
  });

  test("fills in the dates of its title, as sending does", async () => {
    const draft = { ...draftOf([{ title: "Passport" }]), title: "Payslips {year}" };
    const id = granted(await nora.rpc("create_test", { workspace, draft, email: atHome.email })) as string;
    granted(await nora.rpc("send_request", { request: id }));
    expect(await adminRow("select title from public.requests where id = $1", [id])).toEqual({
      title: `Test: Payslips ${new Date().getUTCFullYear()}`,
    });
  });

  test("works for its recipient like any other, and proves nothing about the workspace", async () => {
    const id = await sendTest();
    const link = await linkOf(nora, id);
    granted(await nora.rpc("close_request", { request: id }));
    expect(await read(atHome, "peek_request", { token: link })).toMatchObject([
      { title: "Test: Papers for the year", requests_done: 0 },
    ]);
  });

  test("is never reminded of by itself", async () => {
    const id = await sendTest();
    expect(
      await adminRow("select next_reminder_at from public.recipients where request_id = $1", [id]),
    ).toEqual({ next_reminder_at: null });
  });

  test("isn't sent to a person of the workspace, and can't lose the word by which it is known", async () => {
    const draft = draftOf([{ title: "Passport" }]);
    const anna = { email: "anna@clients.example", name: "Anna" };
    granted(await nora.rpc("add_people", { workspace, people: [anna] }));
    expectRefusal(
      await nora.rpc("create_test", { workspace, draft, email: "Anna@clients.example" }),
      422,
      "test.person",
    );
    const id = granted(await nora.rpc("create_test", { workspace, draft, email: atHome.email })) as string;
    const change = { title: "Papers" };
    granted(await nora.rpc("edit_request", { request: id, revision: 0, change }));
    expect(await adminRow("select title from public.requests where id = $1", [id])).toEqual({
      title: "Test: Papers",
    });
    const people = await adminRow<{ id: string }>(
      "select id from private.people where workspace_id = $1 and email = $2",
      [workspace, anna.email],
    );
    granted(await nora.rpc("delete_person", { person: people.id }));
  });

  test("has the settings of the saved draft", async () => {
    const draft = draftOf([{ title: "Passport" }]);
    const saved = granted(await nora.rpc("create_request", { workspace, draft })) as string;
    granted(await nora.rpc("show_items", { request: saved, shown: true }));
    granted(await nora.rpc("set_request_retention", { request: saved, days: 60 }));
    const id = granted(
      await nora.rpc("create_test", { workspace, draft, email: atHome.email, saved }),
    ) as string;
    granted(await nora.rpc("send_request", { request: id }));
    expect(await read(nora, "peek_request", { token: await linkOf(nora, id) })).toMatchObject([
      { item_titles: ["Passport"], retain_days: 60 },
    ]);
    granted(await nora.rpc("delete_draft", { request: saved }));
  });

  test("says nothing about when its recipient was seen or answered, and asks for no access", async () => {
    const stranger = await signUp("stranger");
    const id = await sendTest();
    const item = await adminRow<{ id: string }>(
      "select id from public.items where request_id = $1 order by position limit 1",
      [id],
    );
    expectNotFound(await stranger.rpc("request_access", { token: await linkOf(nora, id) }));
    // Asked for real afterwards, and a person from then on.
    const draft = draftOf([{ title: "Passport" }], [atHome.email]);
    const request = granted(await nora.rpc("create_request", { workspace, draft })) as string;
    granted(await nora.rpc("send_request", { request }));
    granted(
      await atHome.rpc("answer_item", { item: item.id, revision: 0, kind: "not_applicable", answer: "No." }),
    );
    const person = await adminRow<{ id: string }>(
      "select id, last_seen_at, answered_at from private.people where workspace_id = $1 and email = $2",
      [workspace, atHome.email],
    );
    expect(person).toMatchObject({ last_seen_at: null, answered_at: null });
    await asAdmin((query) => query("delete from public.requests where id = $1", [request]));
    granted(await nora.rpc("delete_person", { person: person.id }));
  });

  test("doesn't repeat, and takes no second recipient", async () => {
    const id = await sendTest();
    expectRefusal(
      await nora.rpc("repeat_request", { request: id, every: "month", first_on: today }),
      422,
      "repeat.draft",
    );
    const { revision } = await adminRow<{ revision: number }>(
      "select revision from public.requests where id = $1",
      [id],
    );
    const recipients = [{ email: atHome.email }, { email: "anna@lind.example" }];
    expectRefusal(
      await nora.rpc("edit_request", { request: id, revision, change: { recipients } }),
      422,
      "test.recipients",
    );
  });

  test("is deleted after 14 days, sent or not", async () => {
    const sent = await sendTest();
    const draft = draftOf([{ title: "Passport" }]);
    const unsent = granted(
      await nora.rpc("create_test", { workspace, draft, email: atHome.email }),
    ) as string;
    const left = () =>
      adminRows("select id from public.requests where id = any($1) order by id", [[sent, unsent]]);
    await setClock(new Date(Date.now() + 13 * 86_400_000));
    await work("select public.empty_bin(50)");
    expect(await left()).toHaveLength(2);
    await setClock(new Date(Date.now() + 14 * 86_400_000 + 3_600_000));
    await work("select public.empty_bin(50)");
    expect(await left()).toEqual([]);
  });

  test("is refused for an address that is none, a draft that isn't one, and another workspace", async () => {
    const draft = draftOf([{ title: "Passport" }]);
    expectRefusal(
      await nora.rpc("create_test", { workspace, draft, email: "nora@home" }),
      422,
      "draft.recipient",
    );
    expectRefusal(await nora.rpc("create_test", { workspace, draft, email: null }), 422, "draft.recipient");
    expectRefusal(
      await nora.rpc("create_test", { workspace, draft: [], email: atHome.email }),
      422,
      "draft.title",
    );
    expectNotFound(await nora.rpc("create_test", { workspace: randomUUID(), draft, email: atHome.email }));
  });
});
