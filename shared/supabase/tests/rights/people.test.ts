import { limits } from "@sheaf/contract/limits";
import { beforeAll, describe, expect, test } from "vitest";
import { enrol, personOf, requireSecondFactor } from "./testing/cast.ts";
import { adminRow, adminRows, asAdmin, somebodyWaits, undone } from "./testing/database.ts";
import { everythingReadBy } from "./testing/everything-read.ts";
import { expectNotFound, expectRefusal, granted } from "./testing/expectations.ts";
import { type Person, signUp } from "./testing/people.ts";
import { proveAll } from "./testing/prove.ts";
import { draftOf, itemsOf, linkOf, openWorkspace, sendRequest, upload } from "./testing/requests.ts";
import { work } from "./testing/worker.ts";

interface Listed {
  id: string;
  name: string;
  email: string;
  other_emails: string[];
  open_requests: number;
  items_left: number;
  due_on: string | null;
  promised_on: string | null;
  is_opened: boolean;
  last_seen_at: string | null;
  answered_at: string | null;
  unreachable_at: string | null;
  muted_at: string | null;
  request_id: string | null;
  position: string;
}

type Filter = "waiting" | "everyone" | "unreached";

const ana = { email: "ana@duarte.example", name: "Ana Duarte" };
const joel = { email: "joel@tamm.example", name: "Joel Tamm" };

let nora: Person;
let workspace: string;
beforeAll(async () => {
  nora = await signUp("nora");
  workspace = await openWorkspace(nora);
});

/** A separate workspace, for tests that look at whole lists. */
async function office() {
  const owner = await signUp("owner");
  const place = await openWorkspace(owner);
  const list = async (filter: Filter, after?: string) =>
    granted(await owner.rpc("list_people", { workspace: place, filter, after })) as Listed[];
  const search = (text: string) => owner.rpc("search_people", { workspace: place, search: text });
  const send = (recipients: readonly { email: string; name: string }[], change: object = {}) =>
    sendTo(owner, place, recipients, change);
  const counts = async () => granted(await owner.rpc("people_counts", { workspace: place }));
  return { owner, place, list, search, send, counts };
}

async function sendTo(
  owner: Person,
  place: string,
  recipients: readonly { email: string; name: string }[],
  change: object = {},
): Promise<string> {
  const draft = { ...draftOf([{ title: "Passport" }, { title: "Lease" }]), recipients, ...change };
  const request = granted(await owner.rpc("create_request", { workspace: place, draft })) as string;
  granted(await owner.rpc("send_request", { request }));
  return request;
}

const emails = (people: readonly Listed[]) => people.map(({ email }) => email);

/** Lets the account of an address open a request. */
async function openAs(owner: Person, request: string, email: string): Promise<Person> {
  const person = await signUp("opener");
  await asAdmin(async (query) => {
    // Of another test.
    await query("update auth.users set email = id || '@former.example' where email = $1", [email]);
    await query("update auth.users set email = $2 where id = $1", [person.userId, email]);
  });
  granted(await person.rpc("join_request", { token: await linkOf(owner, request) }));
  return person;
}

async function detailsOf(person: string, by = nora): Promise<Record<string, unknown>> {
  const [row] = granted(await by.rpc("person_details", { person })) as Record<string, unknown>[];
  return row ?? {};
}

describe("people who are added before they are asked", () => {
  const add = (person: Person, place: string, people: unknown) =>
    person.rpc("add_people", { workspace: place, people });

  test("are listed and suggested, once however often they are added, and keep the name they have", async () => {
    const { owner, place, list, send } = await office();
    await send([joel]);
    const people = [ana, { email: "JOEL@tamm.example", name: "J. T." }, { ...ana, name: "" }];
    expect(granted(await add(owner, place, people))).toEqual([{ added: 1, known: 1 }]);
    expect(granted(await add(owner, place, people))).toEqual([{ added: 0, known: 2 }]);
    const listed = await list("everyone");
    expect(listed.map(({ name, email, open_requests: open }) => [name, email, open])).toEqual([
      ["Ana Duarte", ana.email, 0],
      ["Joel Tamm", joel.email, 1],
    ]);
    expect(granted(await owner.rpc("suggest_people", { workspace: place, search: "duarte" }))).toMatchObject([
      { emails: [ana.email], together: null },
    ]);
    const [details] = granted(await owner.rpc("person_details", { person: listed[0]?.id })) as object[];
    expect(details).toMatchObject({ asked_at: null, done_requests: 0 });
    await send([ana]);
    expect(granted(await owner.rpc("person_details", { person: listed[0]?.id }))).toMatchObject([
      { asked_at: expect.any(String), open_requests: 1 },
    ]);
  });

  test("are up to a thousand at once, with addresses and names that can be saved", async () => {
    const { owner, place } = await office();
    const many = Array.from({ length: 1001 }, (_, index) => ({
      email: `p${index}@people.example`,
      name: "",
    }));
    expectRefusal(await add(owner, place, many), 422, "person.too_many");
    expect(granted(await add(owner, place, many.slice(1)))).toEqual([{ added: 1000, known: 0 }]);
    for (const wrong of ["ana", null, [{ name: "Ana" }], ["ana@duarte.example"], [{ email: "ana@duarte" }]])
      expectRefusal(await add(owner, place, wrong), 422, "draft.recipient");
    for (const name of ["a".repeat(81), "pay@bank.example", "anna＠lind.example"])
      expectRefusal(await add(owner, place, [{ ...ana, name }]), 422, "person.name");
    expect(granted(await add(owner, place, []))).toEqual([{ added: 0, known: 0 }]);
  });

  test("are ten thousand a day at most, and none of another workspace's", async () => {
    const { owner, place } = await office();
    await asAdmin((query) =>
      query(
        `insert into private.usage (name, subject, since, used)
         values ('people', $1, date_trunc('day', now(), 'UTC'), 9999)`,
        [place],
      ),
    );
    expectRefusal(await add(owner, place, [ana, joel]), 422, "quota.people");
    expect(granted(await add(owner, place, [ana]))).toEqual([{ added: 1, known: 0 }]);
    expectNotFound(await add(await signUp("stranger"), place, [ana]));
  });
});

describe("the people of a workspace", () => {
  test("are those it has asked, not those of a draft", async () => {
    const { owner, place, list, send, counts } = await office();
    granted(await owner.rpc("create_request", { workspace: place, draft: draftOf([], ["draft@a.example"]) }));
    expect(await list("everyone")).toEqual([]);
    const request = await send([ana], { due_on: "2030-03-01" });
    expect(await list("waiting")).toMatchObject([
      {
        ...ana,
        open_requests: 1,
        items_left: 2,
        due_on: "2030-03-01",
        is_opened: false,
        last_seen_at: null,
        request_id: request,
      },
    ]);
    expect(await counts()).toEqual([{ waiting: 1, everyone: 1, unreached: 0 }]);
  });

  test("are one row for all their requests, with what is due first", async () => {
    const { list, send } = await office();
    await send([ana, joel], { due_on: "2030-05-01" });
    await send([ana], { due_on: "2030-03-01" });
    await send([{ email: "una@a.example", name: "" }]);
    expect(await list("waiting")).toMatchObject([
      { ...ana, open_requests: 2, items_left: 4, due_on: "2030-03-01" },
      { ...joel, open_requests: 1, items_left: 2, due_on: "2030-05-01" },
      { email: "una@a.example", name: "", due_on: null },
    ]);
    expect(emails(await list("everyone"))).toEqual([ana.email, joel.email, "una@a.example"]);
  });

  test("stop waiting when nothing is left, and wait again after a return", async () => {
    const { owner, list, send } = await office();
    const request = await send([ana]);
    const person = await openAs(owner, request, ana.email);
    const [first, second] = await itemsOf(owner, request);
    await upload(person, first?.id ?? "");
    expect(await list("waiting")).toMatchObject([{ items_left: 1, is_opened: true }]);
    await upload(person, second?.id ?? "");
    expect(await list("waiting")).toEqual([]);
    const decide = { item: first?.id, revision: 1, decision: "return", reason: "Blurred" };
    granted(await owner.rpc("decide_item", decide));
    expect(await list("waiting")).toMatchObject([{ items_left: 1 }]);
    granted(await owner.rpc("pause_request", { request }));
    expect(await list("waiting")).toEqual([]);
    granted(await owner.rpc("resume_request", { request }));
    expect(await list("waiting")).toHaveLength(1);
    granted(await owner.rpc("cancel_request", { request }));
    expect(await list("waiting")).toEqual([]);
    expect(await list("everyone")).toMatchObject([{ open_requests: 0, items_left: 0, request_id: null }]);
    granted(await owner.rpc("reopen_request", { request }));
    expect(await list("waiting")).toHaveLength(1);
  });

  test("change with a due date and with new items, after sending", async () => {
    const { owner, list, send } = await office();
    const request = await send([ana]);
    const edit = (revision: number, change: object) =>
      owner.rpc("edit_request", { request, revision, change });
    granted(await edit(1, { due_on: "2030-01-15" }));
    expect(await list("waiting")).toMatchObject([{ due_on: "2030-01-15" }]);
    const item = (title: string, id?: string) => ({
      ...(id !== undefined && { id }),
      title,
      instructions: "",
      kind: "file",
      required: true,
      accepts: [],
    });
    const sent = await itemsOf(owner, request);
    const items = [...sent.map(({ id }) => item("Passport", id)), item("Payslip")];
    granted(await edit(2, { items }));
    expect(await list("waiting")).toMatchObject([{ items_left: 3 }]);
  });

  test("to whom an item was handed wait for this item alone", async () => {
    const { owner, list, send } = await office();
    const request = await send([ana]);
    const [first] = await itemsOf(owner, request);
    granted(await owner.rpc("hand_off_item", { item: first?.id, ...joel }));
    const helper = async () => (await list("everyone")).find(({ email }) => email === joel.email);
    expect(await helper()).toMatchObject({ open_requests: 1, items_left: 1, items_missing: 1 });
    granted(await owner.rpc("decide_item", { item: first?.id, revision: 0, decision: "waive" }));
    expect(await helper()).toMatchObject({ open_requests: 1, items_left: 0 });
    expect(emails(await list("waiting"))).toEqual([ana.email]);
    granted(await owner.rpc("undo_decision", { item: first?.id, revision: 1 }));
    granted(await owner.rpc("take_back_item", { item: first?.id }));
    expect(await helper()).toMatchObject({ open_requests: 0, items_left: 0 });
  });

  test("have the name of the request that was sent last", async () => {
    const { list, send } = await office();
    await send([{ ...ana, name: "Ana" }]);
    await send([ana]);
    await send([{ ...ana, name: "" }]);
    expect(await list("everyone")).toMatchObject([{ name: "Ana Duarte" }]);
  });

  test("lose an address that was corrected before it was used", async () => {
    const { owner, list, send } = await office();
    const request = await send([{ email: "ana@duart.example", name: "Ana" }]);
    const [row] = granted(await owner.knock(`/rest/v1/recipients?select=id&request_id=eq.${request}`)) as {
      id: string;
    }[];
    const change = { recipients: [{ id: row?.id, ...ana }] };
    granted(await owner.rpc("edit_request", { request, revision: 1, change }));
    expect(await list("everyone")).toMatchObject([{ ...ana, items_left: 2 }]);
  });

  test("keep an address that a member added, also after it was corrected in a request", async () => {
    const { owner, place, list, send } = await office();
    granted(await owner.rpc("add_people", { workspace: place, people: [{ email: joel.email, name: "" }] }));
    const request = await send([joel]);
    const [row] = granted(await owner.knock(`/rest/v1/recipients?select=id&request_id=eq.${request}`)) as {
      id: string;
    }[];
    const change = { recipients: [{ id: row?.id, ...ana }] };
    granted(await owner.rpc("edit_request", { request, revision: 1, change }));
    expect(emails(await list("everyone"))).toEqual([ana.email, joel.email]);
  });

  test("who can't be emailed about an open request are listed with the reason", async () => {
    const { owner, list, send, counts } = await office();
    const bounced = { email: `bounced-${owner.userId}@a.example`, name: "Tomás" };
    await send([bounced]);
    const request = await send([joel]);
    await work("select public.suppress_address($1)", [bounced.email]);
    const opened = await openAs(owner, request, joel.email);
    granted(await opened.rpc("mute_request", { request, muted: true }));
    expect(await list("unreached")).toMatchObject([
      { email: bounced.email, unreachable_at: expect.any(String), muted_at: null },
      { email: joel.email, unreachable_at: null, muted_at: expect.any(String), request_id: request },
    ]);
    expect(await counts()).toEqual([{ waiting: 2, everyone: 2, unreached: 2 }]);
    granted(await opened.rpc("mute_request", { request, muted: false }));
    expect(emails(await list("unreached"))).toEqual([bounced.email]);
  });

  test("are listed page by page, each once", async () => {
    const { owner, place, list } = await office();
    const crowd = (from: number) =>
      Array.from({ length: 20 }, (_, index) => ({ email: `p${from + index}@crowd.example`, name: "" }));
    for (let from = 100; from < 240; from += 10)
      await sendTo(owner, place, crowd(from), { due_on: "2031-01-01" });
    for (const filter of ["waiting", "everyone"] as const) {
      const seen: string[] = [];
      for (let page = await list(filter); page.length > 0; page = await list(filter, page.at(-1)?.position)) {
        expect(page.length).toBeLessThanOrEqual(50);
        seen.push(...emails(page));
      }
      expect(seen).toHaveLength(150);
      expect(new Set(seen).size).toBe(150);
    }
    for (const filter of ["waiting", "everyone", "unreached"]) {
      for (const after of ["", "x", "x".repeat(40)])
        expectRefusal(
          await owner.rpc("list_people", { workspace: place, filter, after }),
          422,
          "list.cursor",
        );
    }
    for (const filter of ["waiting", "unreached"]) {
      const after = `${owner.userId} 2030-02-30`;
      expectRefusal(await owner.rpc("list_people", { workspace: place, filter, after }), 422, "list.cursor");
    }
    expectRefusal(await owner.rpc("list_people", { workspace: place, filter: "mine" }), 422, "list.unknown");
  }, 30_000);
});

describe("a search for people", () => {
  test("finds beginnings of names and addresses, without accents", async () => {
    const { list, search, send } = await office();
    await send([{ email: "tomas@duart.example", name: "Tomás Núñez" }, joel]);
    const found = async (text: string) => emails(granted(await search(text)) as Listed[]);
    for (const text of ["tomas", "NUNEZ tom", "Núñ", "tomas@duart", "duart.example"])
      expect(await found(text), text).toEqual(["tomas@duart.example"]);
    expect(await found("example")).toHaveLength(2);
    expect(await found("omas")).toEqual([]);
    for (const text of ["", "?!", "' & | ! <-> :*", "%", "\\"]) expect(await found(text), text).toEqual([]);
    expectRefusal(await search("x".repeat(10_000)), 422, "search.too_long");
    expect(await found("x".repeat(limits.searchLength))).toEqual([]);
    expect(await list("everyone")).toHaveLength(2);
  });

  test("finds people by the name that members gave, and by a merged address", async () => {
    const { owner, place, search, send } = await office();
    await send([ana, joel]);
    const person = await personOf(place, ana.email);
    granted(await owner.rpc("edit_person", { person, revision: 0, name: "Quokka", note: "" }));
    granted(await owner.rpc("merge_people", { person, other: await personOf(place, joel.email) }));
    for (const text of ["quokka", "ana", "joel"])
      expect(granted(await search(text)), text).toMatchObject([{ id: person, name: "Quokka" }]);
  });
});

describe("across workspaces", () => {
  test("one address is two people, and neither workspace learns of the other", async () => {
    const here = await office();
    const there = await office();
    const request = await there.send([{ ...ana, name: "Their Ana" }]);
    const opened = await openAs(there.owner, request, ana.email);
    granted(await opened.rpc("mute_request", { request, muted: true }));
    await here.send([ana]);
    const mine = await personOf(here.place, ana.email);
    const theirs = await personOf(there.place, ana.email);
    granted(
      await there.owner.rpc("edit_person", { person: theirs, revision: 0, name: "Secret", note: "Secret" }),
    );
    const [listed] = await here.list("everyone");
    expect(listed).toMatchObject({ id: mine, ...ana, open_requests: 1, last_seen_at: null, muted_at: null });
    expect(granted(await here.search("secret"))).toEqual([]);
    expect(await detailsOf(mine, here.owner)).toMatchObject({ note: "", is_proven: false, open_requests: 1 });
    expect(granted(await here.owner.rpc("export_people", { workspace: here.place }))).toMatchObject([
      { name: "Ana Duarte", note: "" },
    ]);

    expectNotFound(await here.owner.rpc("merge_people", { person: mine, other: theirs }));
    expectNotFound(await here.owner.rpc("merge_people", { person: theirs, other: mine }));
    for (const name of ["person_details", "person_requests", "person_companions", "unmerge_person"])
      expectNotFound(await here.owner.rpc(name, { person: theirs }));
    expectNotFound(await here.owner.rpc("edit_person", { person: theirs, revision: 1, name: "", note: "" }));
    expect(await detailsOf(theirs, there.owner)).toMatchObject({ name: "Secret", note: "Secret" });
  });

  test("an owner of both can't merge people of one into the other", async () => {
    const owner = await signUp("both");
    const [one, two] = [await openWorkspace(owner), await openWorkspace(owner)];
    for (const place of [one, two]) await sendTo(owner, place, [ana]);
    const [person, other] = [await personOf(one, ana.email), await personOf(two, ana.email)];
    expectNotFound(await owner.rpc("merge_people", { person, other }));
    await expect(
      asAdmin((query) => query("update private.people set merged_into = $2 where id = $1", [person, other])),
    ).rejects.toMatchObject({ code: "23503" });
  });

  test("a former member reads nothing at once, nor does one without the second factor", async () => {
    const { owner, place, send } = await office();
    await send([ana]);
    const colleague = await signUp("colleague");
    await enrol(place, colleague, "member");
    const person = await personOf(place, ana.email);
    granted(await colleague.rpc("person_details", { person }));
    await asAdmin((query) =>
      query("delete from public.members where workspace_id = $1 and user_id = $2", [place, colleague.userId]),
    );
    const closedTo = async (who: Person) => {
      for (const [name, args] of [
        ["list_people", { workspace: place, filter: "everyone" }],
        ["people_counts", { workspace: place }],
        ["search_people", { workspace: place, search: "ana" }],
        ["suggest_people", { workspace: place, search: "ana" }],
        ["export_people", { workspace: place }],
        ["person_details", { person }],
        ["edit_person", { person, revision: 0, name: "", note: "" }],
      ] as const)
        expectNotFound(await who.rpc(name, args));
    };
    await closedTo(colleague);
    await requireSecondFactor(place);
    await closedTo(owner);
  });
});

describe("a name, a note, a phone number and a client", () => {
  test("are for members: no recipient reads them, and requests keep their names", async () => {
    const sent = await sendRequest({ recipients: 2 });
    const helper = await signUp("helper");
    granted(await sent.recipient.rpc("hand_off_item", { item: sent.item.id, email: helper.email }));
    granted(await helper.rpc("join_request", { token: sent.token }));
    const readers = [...sent.recipients, helper];
    const readBy = () => Promise.all(readers.map((reader) => everythingReadBy(reader, sent)));
    const history = () =>
      adminRows("select * from public.events where request_id = $1 order by seq", [sent.id]);
    const before = { read: await readBy(), history: await history() };
    const person = await personOf(sent.workspace, sent.recipient.email);
    const edit = {
      person,
      revision: 0,
      name: " Zanzibar  ",
      note: " Prefers a call.\n",
      phone: " +351 912 345 678 ",
      client: " Zanzibar family ",
    };
    expect(granted(await sent.requester.rpc("edit_person", edit))).toBe(1);
    expect(await detailsOf(person, sent.requester)).toMatchObject({
      name: "Zanzibar",
      given_name: "Zanzibar",
      note: "Prefers a call.",
      phone: "+351 912 345 678",
      client: "Zanzibar family",
      revision: 1,
    });
    expect({ read: await readBy(), history: await history() }).toEqual(before);
    for (const reader of [...readers, await signUp("stranger")]) {
      expectNotFound(await reader.rpc("person_details", { person }));
      expectNotFound(await reader.rpc("edit_person", { ...edit, revision: 1 }));
      for (const column of ["note", "phone", "client"])
        expect(await reader.knock(`/rest/v1/people?select=${column}`)).toMatchObject({ status: 404 });
      for (const name of ["search_people", "suggest_people", "suggest_clients"])
        expectNotFound(await reader.rpc(name, { workspace: sent.workspace, search: "zanzibar" }));
    }
    const { name } = await adminRow<{ name: string }>(
      "select name from public.recipients where request_id = $1 and email = $2",
      [sent.id, sent.recipient.email],
    );
    expect(name).toBe("");
  });

  test("have a length, and a stale edit changes nothing", async () => {
    await sendTo(nora, workspace, [ana]);
    const person = await personOf(workspace, ana.email);
    const edit = (name: string, note: string, revision = 0) =>
      nora.rpc("edit_person", { person, revision, name, note });
    expectRefusal(await edit("x".repeat(limits.nameLength + 1), ""), 422, "person.name");
    expectRefusal(await edit("ana@b.example", ""), 422, "person.name");
    expectRefusal(await edit("", "x".repeat(limits.noteLength + 1)), 422, "person.note");
    granted(await edit("x".repeat(limits.nameLength), "x".repeat(limits.noteLength)));
    expectRefusal(await edit("", "Other"), 422, "person.stale");
    expect(await detailsOf(person)).toMatchObject({ note: "x".repeat(limits.noteLength), revision: 1 });
    granted(await edit("", "", 1));
    expect(await detailsOf(person)).toMatchObject({ name: "Ana Duarte", given_name: "", note: "" });
  });

  test("stay as they are for a page that doesn't know them yet, and empty ones are gone", async () => {
    const { owner, place } = await office();
    granted(await owner.rpc("add_people", { workspace: place, people: [ana] }));
    const person = await personOf(place, ana.email);
    const edit = (revision: number, change: object) =>
      owner.rpc("edit_person", { person, revision, name: "", note: "", ...change });
    granted(await edit(0, { phone: "112", client: "Duarte" }));
    granted(await edit(1, {}));
    expect(await detailsOf(person, owner)).toMatchObject({ phone: "112", client: "Duarte" });
    expectRefusal(await edit(2, { phone: "call Ana" }), 422, "person.phone");
    expectRefusal(await edit(2, { client: "x".repeat(limits.clientLength + 1) }), 422, "person.client");
    expectRefusal(await edit(2, { client: "\u200b" }), 422, "person.client");
    granted(await edit(2, { phone: "", client: "x".repeat(limits.clientLength) }));
    granted(await edit(3, { client: " " }));
    expect(await detailsOf(person, owner)).toMatchObject({ phone: "", client: "" });
  });

  test("come with people who are added, and what is known stays", async () => {
    const { owner, place, list } = await office();
    const add = (phone: string, client: string) =>
      owner.rpc("add_people", { workspace: place, people: [{ ...ana, phone, client }] });
    granted(await add("", "Duarte"));
    granted(await add("112", "Tamm"));
    granted(await add("110", ""));
    expect(await list("everyone")).toMatchObject([{ ...ana, phone: "112", client: "Duarte" }]);
    expectRefusal(await add("call Ana", ""), 422, "person.phone");
    expectRefusal(await add("", "x".repeat(limits.clientLength + 1)), 422, "person.client");
  });

  test("are exported, and found by the words of the client alone", async () => {
    const { owner, place, search } = await office();
    const people = [{ ...joel, phone: "+372 5123 456", client: "Łódź & Söhne GmbH" }, ana];
    granted(await owner.rpc("add_people", { workspace: place, people }));
    expect(granted(await owner.rpc("export_people", { workspace: place }))).toMatchObject([
      { email: ana.email, phone: "", client: "" },
      { email: joel.email, phone: "+372 5123 456", client: "Łódź & Söhne GmbH" },
    ]);
    expect(granted(await search("sohne"))).toMatchObject([{ email: joel.email, phone: "+372 5123 456" }]);
    expect(granted(await search("5123"))).toEqual([]);
  });

  test("go with a person who is deleted, and stay with one whose address was corrected", async () => {
    const { owner, place, send, list } = await office();
    const request = await send([ana]);
    const person = await personOf(place, ana.email);
    granted(
      await owner.rpc("edit_person", { person, revision: 0, name: "", note: "", phone: "112", client: "" }),
    );
    const { revision } = await adminRow<{ revision: number }>(
      "select revision from public.requests where id = $1",
      [request],
    );
    const recipient = await adminRow<{ id: string }>(
      "select id from public.recipients where request_id = $1",
      [request],
    );
    const change = { recipients: [{ ...recipient, ...joel }] };
    granted(await owner.rpc("edit_request", { request, revision, change }));
    expect(emails(await list("everyone"))).toEqual([ana.email, joel.email]);
    granted(await owner.rpc("delete_person", { person }));
    expect(await adminRows("select email from private.people where workspace_id = $1", [place])).toEqual([
      { email: joel.email },
    ]);
  });
});

describe("merged people", () => {
  const both = async () => {
    const made = await office();
    const request = await made.send([ana, joel], { due_on: "2030-05-01" });
    await made.send([joel], { due_on: "2030-03-01" });
    const person = await personOf(made.place, ana.email);
    const other = await personOf(made.place, joel.email);
    const merge = (main: string, rest: string) =>
      made.owner.rpc("merge_people", { person: main, other: rest });
    return { ...made, request, person, other, merge };
  };

  test("are one person with both addresses, and their requests stay as they are", async () => {
    const { owner, list, counts, merge, person, other, send } = await both();
    const rows = () => adminRows("select id, email, name from public.recipients order by id");
    const before = await rows();
    granted(await merge(person, other));
    expect(await rows()).toEqual(before);
    const whole = { id: person, ...ana, other_emails: [joel.email], open_requests: 2, items_left: 4 };
    for (const filter of ["waiting", "everyone"] as const)
      expect(await list(filter)).toMatchObject([{ ...whole, due_on: "2030-03-01" }]);
    expect(await counts()).toMatchObject([{ waiting: 1, everyone: 1 }]);
    for (const id of [person, other]) {
      expect(await detailsOf(id, owner)).toMatchObject({
        id: person,
        open_requests: 2,
        items_left: 4,
        addresses: [{ email: ana.email }, { email: joel.email, name: joel.name }],
      });
    }
    expect(granted(await owner.rpc("person_requests", { person }))).toHaveLength(2);
    const request = await send([joel]);
    expect(await list("everyone")).toMatchObject([{ open_requests: 3, items_left: 6 }]);
    granted(await owner.rpc("pause_request", { request }));
    expect(await list("everyone")).toMatchObject([{ open_requests: 3, items_left: 4, items_missing: 6 }]);
  });

  test("can be separated again, each with what is its own", async () => {
    const { owner, list, merge, person, other } = await both();
    granted(await owner.rpc("edit_person", { person: other, revision: 0, name: "J.", note: "Abroad" }));
    granted(await merge(person, other));
    granted(await owner.rpc("unmerge_person", { person: other }));
    granted(await owner.rpc("unmerge_person", { person: other }));
    expect(await list("waiting")).toMatchObject([
      { id: other, name: "J.", open_requests: 2, items_left: 4 },
      { id: person, ...ana, open_requests: 1, items_left: 2 },
    ]);
    expect(await detailsOf(other, owner)).toMatchObject({ note: "Abroad" });
  });

  test("share a phone number and a client until they are separated", async () => {
    const { owner, merge, person, other, place } = await both();
    const stored = () =>
      adminRows("select email, phone, client from private.people where workspace_id = $1 order by email", [
        place,
      ]);
    const edit = { name: "", note: "", phone: "112", client: "Tamm" };
    granted(await owner.rpc("edit_person", { person: other, revision: 0, ...edit }));
    const before = await stored();
    granted(await merge(person, other));
    expect(await detailsOf(person, owner)).toMatchObject({ phone: "112", client: "Tamm", revision: 1 });
    granted(await owner.rpc("unmerge_person", { person: other }));
    expect(await stored()).toEqual(before);
    // A client that a member enters afterwards stays with the person.
    granted(await merge(person, other));
    const { revision } = (await detailsOf(person, owner)) as { revision: number };
    granted(await owner.rpc("edit_person", { person, revision, ...edit, client: "Duarte" }));
    granted(await owner.rpc("unmerge_person", { person: other }));
    expect(await detailsOf(person, owner)).toMatchObject({ phone: "", client: "Duarte" });
  });

  test("take the phone number and client of an imported address, of which a form hears", async () => {
    const { owner, merge, person, other, place } = await both();
    granted(await merge(person, other));
    const people = [{ email: joel.email, phone: "112", client: "Tamm" }];
    granted(await owner.rpc("add_people", { workspace: place, people }));
    granted(await owner.rpc("add_people", { workspace: place, people }));
    expect(await detailsOf(person, owner)).toMatchObject({ phone: "112", client: "Tamm", revision: 1 });
    expectRefusal(
      await owner.rpc("edit_person", { person, revision: 0, name: "", note: "", phone: "", client: "" }),
      422,
      "person.stale",
    );
  });

  test("make no circle, and the main address can be changed", async () => {
    const { list, merge, person, other, place, send } = await both();
    await send([{ email: "third@a.example", name: "Third" }]);
    const third = await personOf(place, "third@a.example");
    granted(await merge(person, other));
    granted(await merge(other, person));
    expect(await list("everyone")).toMatchObject([{ email: joel.email }, { email: "third@a.example" }]);
    granted(await merge(third, person));
    expect(await list("everyone")).toMatchObject([
      { email: "third@a.example", other_emails: [ana.email, joel.email], open_requests: 3 },
    ]);
    expectRefusal(await merge(third, third), 422, "person.same");
    const main = await adminRows(
      "select from private.people where workspace_id = $1 and merged_into is null",
      [place],
    );
    expect(main).toHaveLength(1);
  });

  test("have ten addresses at most", async () => {
    const { list, merge, place, send } = await office().then((made) => ({
      ...made,
      merge: (main: string, rest: string) => made.owner.rpc("merge_people", { person: main, other: rest }),
    }));
    const many = Array.from({ length: limits.addressesPerPerson + 1 }, (_, n) => ({
      email: `a${n}@many.example`,
      name: "",
    }));
    await send(many);
    const [main = "", ...others] = await Promise.all(many.map(({ email }) => personOf(place, email)));
    const last = others.pop() ?? "";
    for (const other of others) granted(await merge(main, other));
    expectRefusal(await merge(main, last), 422, "person.too_many_addresses");
    expect(await list("everyone")).toHaveLength(2);
  });
});

describe("when a person last answered", () => {
  test("is the time of their last file, answer or item without one", async () => {
    const { owner, place, list, search, send } = await office();
    const request = await send([ana, joel]);
    const opened = await openAs(owner, request, ana.email);
    const person = await personOf(place, ana.email);
    const everywhere = async () => {
      const [found] = granted(await search("ana")) as { answered_at: string | null }[];
      const exported = granted(await owner.rpc("export_people", { workspace: place })) as {
        email: string;
        answered_at: string | null;
      }[];
      const times = [
        (await list("everyone")).find(({ email }) => email === ana.email)?.answered_at,
        found?.answered_at,
        exported.find(({ email }) => email === ana.email)?.answered_at,
        (await detailsOf(person, owner))["answered_at"] as string | null,
      ];
      expect(new Set(times).size).toBe(1);
      return times[0] ?? null;
    };
    expect(await everywhere()).toBeNull();
    const [passport, lease] = await itemsOf(owner, request);
    await upload(opened, passport?.id ?? "");
    const file = await everywhere();
    expect(file).not.toBeNull();
    const decline = { item: lease?.id, revision: lease?.revision, kind: "not_applicable", answer: "Sold" };
    granted(await opened.rpc("answer_item", decline));
    const declined = await everywhere();
    expect(Date.parse(declined ?? "")).toBeGreaterThan(Date.parse(file ?? ""));
    expect((await list("everyone")).find(({ email }) => email === joel.email)?.answered_at).toBeNull();
    // It stays with the address, and a merged person shows the later one.
    const other = await personOf(place, joel.email);
    granted(await owner.rpc("merge_people", { person: other, other: person }));
    expect(await list("everyone")).toMatchObject([{ email: joel.email, answered_at: declined }]);
    expect(await detailsOf(other, owner)).toMatchObject({ answered_at: declined });
  });
});

describe("a person's page", () => {
  test("says what was asked, answered and kept", async () => {
    const { owner, place, send } = await office();
    const request = await send([ana, joel], { due_on: "2030-05-01" });
    const second = await send([ana]);
    const opened = await openAs(owner, request, ana.email);
    granted(await opened.rpc("join_request", { token: await linkOf(owner, second) }));
    granted(await opened.rpc("visit_request", { request, zone: "Europe/Lisbon" }));
    const [first, lease] = await itemsOf(owner, request);
    await upload(opened, first?.id ?? "");
    const person = await personOf(place, ana.email);
    expect(await detailsOf(person, owner)).toMatchObject({
      answer_seconds: null,
      answered_at: expect.any(String),
      files: 1,
    });
    const [other] = await itemsOf(owner, second);
    await upload(opened, other?.id ?? "");
    await asAdmin((query) =>
      query("update public.requests set sent_at = now() - interval '2 days' where workspace_id = $1", [
        place,
      ]),
    );
    await asAdmin((query) =>
      query("update public.recipients set created_at = now() - interval '2 days' where workspace_id = $1", [
        place,
      ]),
    );
    granted(await opened.rpc("hand_off_item", { item: lease?.id, email: "petra@sanz.example" }));
    expect(await detailsOf(person, owner)).toMatchObject({
      ...ana,
      workspace_id: place,
      open_requests: 2,
      done_requests: 0,
      items_left: 2,
      zone: "Europe/Lisbon",
      is_proven: true,
      files: 2,
      bytes: 28,
      answer_seconds: expect.toSatisfy((seconds: number) => Math.abs(seconds - 2 * 86_400) < 600),
    });
    expect(granted(await owner.rpc("person_companions", { person }))).toEqual([
      { id: expect.any(String), name: "", email: "petra@sanz.example", items: 1, is_handed_by_them: true },
      { id: expect.any(String), name: joel.name, email: joel.email, items: 0, is_handed_by_them: false },
    ]);
    expect(granted(await owner.rpc("person_requests", { person }))).toMatchObject([
      { status: "open", is_handed: false },
      { status: "open", is_handed: false },
    ]);
    const helper = await personOf(place, "petra@sanz.example");
    expect(granted(await owner.rpc("person_requests", { person: helper }))).toMatchObject([
      { id: request, is_handed: true, items_left: 1, items_missing: 1, items_submitted: 0 },
    ]);
  });
});

test("an export has everyone, 500 at a time", async () => {
  const { owner, place } = await office();
  await sendTo(owner, place, [ana]);
  await asAdmin((query) =>
    query(
      `insert into private.people (workspace_id, email, asked_at)
       select $1, 'p' || n || '@crowd.example', now() from generate_series(1, 600) as n`,
      [place],
    ),
  );
  const page = async (after?: string) =>
    granted(await owner.rpc("export_people", { workspace: place, after })) as Listed[];
  const first = await page();
  const rest = await page(first.at(-1)?.position);
  expect([first.length, rest.length]).toEqual([500, 101]);
  expect(new Set(emails([...first, ...rest])).size).toBe(601);
  expect(await page(rest.at(-1)?.position)).toEqual([]);
});

test("what the triggers have kept is what the migration computes", async () => {
  const read = "select * from private.open_recipients order by recipient_id";
  const { kept, computed } = await undone(asAdmin, async (query) => {
    const { rows: kept } = await query(read);
    await query("delete from private.open_recipients");
    await query(
      `select private.keep_open_recipients(array(
         select c.id from public.recipients as c join public.requests as r on r.id = c.request_id
         where r.status = 'open'
       ))`,
    );
    const { rows: computed } = await query(read);
    return { kept, computed };
  });
  expect(kept.length).toBeGreaterThan(100);
  expect(computed).toEqual(kept);
});

describe("suggestions for recipients", () => {
  const mats = { email: "mats@duarte.example", name: "Mats Duarte" };
  async function suggestions() {
    const { owner, place, send } = await office();
    const suggest = async (search: string) =>
      granted(await owner.rpc("suggest_people", { workspace: place, search })) as {
        names: string[];
        emails: string[];
        tags: string[];
        together: number | null;
      }[];
    return { owner, place, send, suggest };
  }

  test("begin with the people who were asked together, and say how often", async () => {
    const { send, suggest } = await suggestions();
    await send([ana, mats]);
    await send([mats, ana]);
    await send([ana]);
    await send([joel]);
    expect(await suggest("duar")).toMatchObject([
      { names: [ana.name, mats.name], emails: [ana.email, mats.email], together: 2 },
      { names: [ana.name], emails: [ana.email], together: null },
      { names: [mats.name], emails: [mats.email], together: null },
    ]);
    expect(await suggest("tamm")).toMatchObject([{ emails: [joel.email], together: null }]);
    expect(await suggest("?!")).toEqual([]);
  });

  test("find people by a tag, after those whose name matches", async () => {
    const { owner, place, send, suggest } = await suggestions();
    await send([joel]);
    await send([{ email: "private@berg.example", name: "" }]);
    const tag = granted(
      await owner.rpc("create_tag", { workspace: place, name: "Private client" }),
    ) as string;
    granted(await owner.rpc("tag_person", { person: await personOf(place, joel.email), tag, tagged: true }));
    expect(await suggest("privat")).toMatchObject([
      { names: [""], emails: ["private@berg.example"], tags: [] },
      { names: [joel.name], emails: [joel.email], tags: ["Private client"] },
    ]);
  });

  test("leave out drafts, and recipients who were removed from a request", async () => {
    const { owner, send, suggest, place } = await suggestions();
    const request = await send([ana, mats]);
    const { revision } = await adminRow<{ revision: number }>(
      "select revision from public.requests where id = $1",
      [request],
    );
    granted(await owner.rpc("edit_request", { request, revision, change: { recipients: [ana] } }));
    const draft = { ...draftOf([{ title: "Passport" }]), recipients: [ana, joel] };
    granted(await owner.rpc("create_request", { workspace: place, draft }));
    expect((await suggest("ana")).filter(({ together }) => together !== null)).toEqual([]);
  });
});

describe("a person whom no request asks any more", () => {
  const left = (place: string) =>
    adminRows("select email from private.people where workspace_id = $1 order by email", [place]);
  const drop = (request: string) =>
    asAdmin((query) => query("delete from public.requests where id = $1", [request]));
  const retire = () => work("select public.retire_files(24, 100)");

  test("is deleted by a member, with merged addresses and the rows of a bulk send, but not while a request names them", async () => {
    const { owner, place, send } = await office();
    const second = { email: "ana@home.example", name: "" };
    const requests = [await send([ana, joel]), await send([second])];
    const [person, other] = [await personOf(place, ana.email), await personOf(place, second.email)];
    granted(await owner.rpc("merge_people", { person, other }));
    granted(await owner.rpc("edit_person", { person, revision: 0, name: "Ana", note: "Call first." }));
    expectRefusal(await owner.rpc("delete_person", { person }), 409, "person.asked");
    await drop(requests[0] ?? "");
    expectRefusal(await owner.rpc("delete_person", { person }), 409, "person.asked");
    await drop(requests[1] ?? "");
    expectNotFound(await (await signUp("stranger")).rpc("delete_person", { person }));
    granted(await owner.rpc("delete_person", { person }));
    expect(await left(place)).toEqual([{ email: joel.email }]);
    expectNotFound(await owner.rpc("person_details", { person }));
  });

  test("is forgotten after the days for which the workspace keeps files, and never if it keeps them for good", async () => {
    const { owner, place, send } = await office();
    const request = await send([ana]);
    await send([joel]);
    const asked = (days: number) =>
      asAdmin((query) =>
        query(
          "update private.people set asked_until = now() - $2 * interval '1 day', last_seen_at = null, answered_at = null where workspace_id = $1",
          [place, days],
        ),
      );
    await drop(request);
    await asked(4000);
    await retire();
    expect(await left(place)).toHaveLength(2);
    await proveAll(owner);
    granted(await owner.rpc("set_retention", { workspace: place, days: 90, sensitive_days: null }));
    await asked(89);
    await retire();
    expect(await left(place)).toHaveLength(2);
    await asked(91);
    await retire();
    expect(await left(place)).toEqual([{ email: joel.email }]);
  });

  test("is found behind any number of people who are still asked", async () => {
    const { owner, place, send } = await office();
    const mats = { email: "mats@duarte.example", name: "" };
    await send([ana, joel, mats]);
    const request = await send([{ email: "zoe@home.example", name: "" }]);
    await drop(request);
    await proveAll(owner);
    granted(await owner.rpc("set_retention", { workspace: place, days: 90, sensitive_days: null }));
    await asAdmin((query) =>
      query(
        "update private.people set asked_until = now() - interval '91 days', last_seen_at = null where workspace_id = $1",
        [place],
      ),
    );
    // Each call looks at one.
    for (let call = 0; call < 4; call += 1) await work("select public.retire_files(24, 1)");
    expect((await left(place)).map(({ email }) => email)).toEqual(
      [ana.email, joel.email, mats.email].toSorted(),
    );
  });

  test("stays if a request asks them while they are deleted", async () => {
    const { owner, place, send } = await office();
    const [request, kept] = [await send([ana]), await send([joel])];
    const person = await personOf(place, ana.email);
    await drop(request);
    const deletion = await asAdmin(async (query) => {
      await query("update public.recipients set email = $2, name = '' where request_id = $1", [
        kept,
        ana.email,
      ]);
      await query("select private.upsert_people(array[$1::uuid])", [kept]);
      const started = owner.rpc("delete_person", { person });
      await somebodyWaits();
      return { started };
    });
    expectRefusal(await deletion.started, 409, "person.asked");
  });
});

test("recipients stay in the order in which they were entered", async () => {
  const { owner, place } = await office();
  const emails = ["priya@nair.example", "arjun@nair.example", "zoe@nair.example"];
  const draft = {
    ...draftOf([{ title: "Passport" }]),
    recipients: emails.map((email) => ({ email, name: "" })),
  };
  const request = granted(await owner.rpc("create_request", { workspace: place, draft })) as string;
  const rows = await adminRows<{ email: string }>(
    "select email from public.recipients where request_id = $1 order by created_at, email",
    [request],
  );
  expect(rows.map(({ email }) => email)).toEqual(emails);
});
