import { describe, expect, test } from "vitest";
import { readableColumns } from "./matrix.ts";
import { adminRow, asAdmin } from "./testing/database.ts";
import { enrol } from "./testing/cast.ts";
import { expectRefusal, granted } from "./testing/expectations.ts";
import { type Person, signUp } from "./testing/people.ts";
import {
  begin,
  draftOf,
  finish,
  get,
  itemsOf,
  openWorkspace,
  put,
  type SentRequest,
  sendRequest,
  statusOf,
  upload,
} from "./testing/requests.ts";

interface ListedItem {
  id?: string;
  title: string;
  instructions: string;
  kind: string;
  required: boolean;
  accepts: string[];
}

/** @param edits made since the request was sent, which counts as one. */
const edit = (sent: SentRequest, edits: number, change: unknown) =>
  sent.requester.rpc("edit_request", { request: sent.id, revision: edits + 1, change });

async function read<Row>(person: Person, path: string): Promise<Row[]> {
  return granted(await person.knock(`/rest/v1/${path}`)) as Row[];
}

const listed = (sent: SentRequest) =>
  read<ListedItem>(
    sent.requester,
    `items?select=id,title,instructions,kind,required,accepts&request_id=eq.${sent.id}&removed_at=is.null&order=position`,
  );

const newItem = (title: string, over: Partial<ListedItem> = {}): ListedItem => ({
  title,
  instructions: "",
  kind: "file",
  required: true,
  accepts: [],
  ...over,
});

/** Kinds of events since the request was joined, oldest first. */
async function history(sent: SentRequest): Promise<string[]> {
  const events = await read<{ kind: string }>(
    sent.requester,
    `events?select=kind&request_id=eq.${sent.id}&order=seq`,
  );
  return events.map(({ kind }) => kind).filter((kind) => !["created", "sent", "opened"].includes(kind));
}

const emailsOf = async (sent: SentRequest) =>
  (
    await read<{ email: string }>(
      sent.requester,
      `recipients?select=email&request_id=eq.${sent.id}&removed_at=is.null&order=created_at,email`,
    )
  ).map(({ email }) => email);

describe("an edit of a sent request", () => {
  test("changes words, and each difference is an event with both texts", async () => {
    const sent = await sendRequest({});
    granted(await edit(sent, 0, { title: "Tax return", message: "Hello", due_on: "2026-12-24" }));
    const [row] = await read(sent.recipient, `requests?select=title,message,due_on&id=eq.${sent.id}`);
    expect(row).toEqual({ title: "Tax return", message: "Hello", due_on: "2026-12-24" });
    expect(await read(sent.requester, `rpc/request_details?request=${sent.id}&select=revision`)).toEqual([
      { revision: 2 },
    ]);
    const events = await read<{ kind: string; data: unknown }>(
      sent.requester,
      `events?select=kind,data&request_id=eq.${sent.id}&order=seq&seq=gt.3`,
    );
    expect(events).toEqual([
      { kind: "title_changed", data: { before: "Papers for the year", after: "Tax return" } },
      { kind: "message_changed", data: { before: "", after: "Hello" } },
      { kind: "due_changed", data: { before: null, after: "2026-12-24" } },
    ]);
  });

  test("leaves out what it doesn't name", async () => {
    const sent = await sendRequest({ items: [{ title: "Passport" }, { title: "Lease" }] });
    granted(await edit(sent, 0, { title: "Tax return" }));
    expect(await listed(sent)).toHaveLength(2);
    expect(await emailsOf(sent)).toEqual([sent.recipient.email]);
  });

  test("adds, rewords and reorders items, which keep ids, files, answers and decisions", async () => {
    const sent = await sendRequest({ items: [{ title: "Passport" }, { title: "Lease" }] });
    const [passport, lease] = await listed(sent);
    if (!passport || !lease) throw new Error("Two items were sent");
    await upload(sent.recipient, passport.id ?? "");
    granted(await sent.requester.rpc("decide_item", { item: passport.id, revision: 1, decision: "accept" }));
    granted(
      await edit(sent, 0, {
        items: [newItem("Payslip"), { ...lease, instructions: "All pages" }, { ...passport, title: "ID" }],
      }),
    );
    expect((await listed(sent)).map(({ title, instructions }) => [title, instructions])).toEqual([
      ["Payslip", ""],
      ["Lease", "All pages"],
      ["ID", ""],
    ]);
    const [item] = await read(
      sent.recipient,
      `items?select=status,revision,files(status)&request_id=eq.${sent.id}&id=eq.${passport.id}&files.status=eq.stored`,
    );
    expect(item).toEqual({ status: "accepted", revision: 2, files: [{ status: "stored" }] });
    expect((await history(sent)).slice(-4)).toEqual([
      "item_changed",
      "item_changed",
      "item_added",
      "items_reordered",
    ]);
  });

  test("marks what changed, and nothing else", async () => {
    const sent = await sendRequest({ items: [{ title: "Passport" }, { title: "Lease" }] });
    const [passport, lease] = await listed(sent);
    granted(await edit(sent, 0, { items: [lease, { ...passport, required: false }] }));
    const marks = await read<{ title: string; changed_at: string | null }>(
      sent.recipient,
      `items?select=title,changed_at&request_id=eq.${sent.id}&order=position`,
    );
    expect(marks.map(({ title, changed_at }) => [title, changed_at !== null])).toEqual([
      ["Lease", false],
      ["Passport", true],
    ]);
  });

  test("hides a removed item from recipients, from counts and from search", async () => {
    const sent = await sendRequest({ items: [{ title: "Passport" }, { title: "Lease" }] });
    const [passport, lease] = await listed(sent);
    granted(await edit(sent, 0, { items: [passport] }));
    expect((await itemsOf(sent.recipient, sent.id)).map(({ id }) => id)).toEqual([passport?.id]);
    const [row] = await read(
      sent.requester,
      `rpc/request_details?request=${sent.id}&select=items_total,items_missing`,
    );
    expect(row).toEqual({ items_total: 1, items_missing: 1 });
    const { words } = await adminRow<{ words: string }>(
      "select document::text as words from public.request_search where request_id = $1",
      [sent.id],
    );
    expect(words).not.toContain("lease");
    expectRefusal(
      await sent.recipient.rpc("begin_upload", {
        item: lease?.id,
        name: "lease.pdf",
        size: 5,
        mime: "application/pdf",
      }),
      404,
      "not_found",
    );
    expectRefusal(
      await sent.recipient.rpc("answer_item", {
        item: lease?.id,
        revision: 0,
        kind: "cannot_provide",
        answer: "",
      }),
      404,
      "not_found",
    );
  });

  test.each([
    ["was answered", (sent: SentRequest, item: string) => upload(sent.recipient, item)],
    ["has an upload under way", (sent: SentRequest, item: string) => begin(sent.recipient, item)],
  ])("is refused if it removes an item that %s, and changes nothing", async (_, answer) => {
    const sent = await sendRequest({ items: [{ title: "Passport" }, { title: "Lease" }] });
    const [passport, lease] = await listed(sent);
    await answer(sent, lease?.id ?? "");
    expectRefusal(await edit(sent, 0, { title: "Other", items: [passport] }), 409, "item.answered");
    expectRefusal(
      await edit(sent, 0, { items: [passport, { ...lease, kind: "text" }] }),
      409,
      "item.answered",
    );
    expect(await listed(sent)).toEqual([passport, lease]);
    const [row] = await read(sent.requester, `rpc/request_details?request=${sent.id}&select=title,revision`);
    expect(row).toEqual({ title: "Papers for the year", revision: 1 });
  });

  test("reopens a request that was done when it adds a required item, and completes it again", async () => {
    const sent = await sendRequest({});
    await upload(sent.recipient, sent.item.id);
    granted(await sent.requester.rpc("decide_item", { item: sent.item.id, revision: 1, decision: "accept" }));
    expect(await statusOf(sent.requester, sent.id)).toBe("done");
    const items = await listed(sent);
    granted(await edit(sent, 0, { items: [...items, newItem("Lease")] }));
    expect(await statusOf(sent.requester, sent.id)).toBe("open");
    granted(await edit(sent, 1, { items }));
    expect(await statusOf(sent.requester, sent.id)).toBe("done");
  });

  test("of an older revision is refused, and so are two at once but for one", async () => {
    const sent = await sendRequest({});
    const outcomes = await Promise.all(["First", "Second", "Third"].map((title) => edit(sent, 0, { title })));
    expect(outcomes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expectRefusal(await edit(sent, 0, { title: "Late" }), 409, "request.stale");
  });

  test.each([
    ["something that is no change", [], 422, "draft.title"],
    ["nothing", null, 422, "draft.title"],
    ["an empty title", { title: " " }, 422, "draft.title"],
    ["no items", { items: [] }, 422, "draft.items"],
    ["30 February", { due_on: "2026-02-30" }, 422, "draft.due_on"],
    ["an id of no item", { items: [newItem("A", { id: "1" })] }, 422, "draft.item"],
    [
      "an id of another request's item",
      { items: [newItem("A", { id: "00000000-0000-4000-8000-000000000000" })] },
      422,
      "draft.item",
    ],
    ["no recipients", { recipients: [] }, 409, "recipient.last"],
    ["recipients that are no list", { recipients: null }, 422, "draft.recipient"],
    [
      "the same address twice in another case",
      { recipients: [{ email: "a@b.example" }, { email: "A@B.example" }] },
      422,
      "draft.duplicate_recipient",
    ],
  ])("is refused with %s", async (_, change, status, code) => {
    expectRefusal(await edit(await sendRequest({}), 0, change), status, code);
  });

  test("is refused with an item listed twice", async () => {
    const sent = await sendRequest({});
    const [item] = await listed(sent);
    expectRefusal(await edit(sent, 0, { items: [item, item] }), 422, "draft.item");
  });
});

describe("recipients of a sent request", () => {
  const recipientsOf = (sent: SentRequest) =>
    read<{ id: string; email: string; name: string }>(
      sent.requester,
      `recipients?select=id,email,name&request_id=eq.${sent.id}&removed_at=is.null&order=created_at,email`,
    );

  test("are added, and open the same link", async () => {
    const sent = await sendRequest({});
    const tomas = await signUp("tomas");
    granted(
      await edit(sent, 0, {
        recipients: [...(await recipientsOf(sent)), { email: tomas.email, name: "Tomás" }],
      }),
    );
    expect(granted(await tomas.rpc("join_request", { token: sent.token }))).toBe(sent.id);
    expect((await history(sent)).slice(-1)).toEqual(["recipient_added"]);
  });

  test("are corrected in place before anyone opened the link", async () => {
    const requester = await signUp("nora");
    const workspace = granted(
      await requester.rpc("create_workspace", { name: "Okafor", display_name: "Nora" }),
    ) as string;
    const draft = draftOf([{ title: "Passport" }], ["tomas@duart.example"]);
    const id = granted(await requester.rpc("create_request", { workspace, draft })) as string;
    granted(await requester.rpc("send_request", { request: id }));
    const sent = { id, requester } as SentRequest;
    const [wrong] = await recipientsOf(sent);
    const tomas = await signUp("tomas");
    granted(await edit(sent, 0, { recipients: [{ ...wrong, email: tomas.email }] }));
    expect(await recipientsOf(sent)).toEqual([{ id: wrong?.id, email: tomas.email, name: "" }]);
    expect((await history(sent)).slice(-1)).toEqual(["recipient_corrected"]);
  });

  test("are replaced when a person who has opened the link gets another address", async () => {
    const sent = await sendRequest({});
    const [wrong] = await recipientsOf(sent);
    const right = await signUp("tomas");
    granted(await edit(sent, 0, { recipients: [{ ...wrong, email: right.email }] }));
    const [row] = await recipientsOf(sent);
    expect(row?.id).not.toBe(wrong?.id);
    expect(await itemsOf(sent.recipient, sent.id)).toEqual([]);
    expect(granted(await right.rpc("join_request", { token: sent.token }))).toBe(sent.id);
    const [opened] = await read<{ recipients: { email: string } }>(
      sent.requester,
      `events?select=recipients(email)&kind=eq.opened&request_id=eq.${sent.id}&order=seq&limit=1`,
    );
    expect(opened?.recipients.email).toBe(sent.recipient.email);
  });

  test("exchange addresses without a clash", async () => {
    const sent = await sendRequest({ recipients: 2 });
    const [one, two] = await recipientsOf(sent);
    granted(
      await edit(sent, 0, {
        recipients: [
          { ...one, email: two?.email },
          { ...two, email: one?.email },
        ],
      }),
    );
    expect((await emailsOf(sent)).toSorted()).toEqual(sent.recipients.map(({ email }) => email).toSorted());
  });

  test("who are removed read and write nothing more, at once", async () => {
    const sent = await sendRequest({ recipients: 2, items: [{ title: "Passport" }, { title: "Lease" }] });
    const [first, second] = sent.recipients;
    if (!first || !second) throw new Error("Two recipients were asked");
    const [passport, lease] = sent.items;
    const stored = await upload(first, passport?.id ?? "");
    const arrived = await begin(first, lease?.id ?? "", "arrived.pdf");
    granted(await put(first, arrived.object_key));
    const uploading = await begin(first, lease?.id ?? "", "uploading.pdf");
    const kept = (await recipientsOf(sent)).filter(({ email }) => email === second.email);
    granted(await edit(sent, 0, { recipients: kept }));

    for (const table of ["requests", "items", "files", "events", "recipients", "workspaces"]) {
      expect(await read(first, `${table}?select=${readableColumns(table).join(",")}`), table).toEqual([]);
    }
    const refusals = await Promise.all([
      first.rpc("join_request", { token: sent.token }),
      first.rpc("visit_request", { request: sent.id }),
      first.rpc("request_people", { request: sent.id }),
      first.rpc("answer_item", { item: passport?.id, revision: 1, kind: "cannot_provide", answer: "" }),
      first.rpc("begin_upload", { item: lease?.id, name: "a.pdf", size: 5, mime: "application/pdf" }),
      finish(first, arrived.file_id),
      first.rpc("remove_file", { file: stored.file_id }),
    ]);
    for (const refusal of refusals) expectRefusal(refusal, 404, "not_found");
    expect((await get(first, stored.object_key)).status).toBe(400);
    expect((await put(first, uploading.object_key)).status).toBe(400);
    // Their files stay for the others.
    expect((await get(second, stored.object_key)).status).toBe(200);
    expect((await get(sent.requester, stored.object_key)).status).toBe(200);
  });

  test("may be added again after they were removed", async () => {
    const sent = await sendRequest({ recipients: 2 });
    const [first] = sent.recipients;
    const all = await recipientsOf(sent);
    granted(await edit(sent, 0, { recipients: all.filter(({ email }) => email !== first?.email) }));
    granted(await edit(sent, 1, { recipients: all }));
    expect(
      granted((await first?.rpc("join_request", { token: sent.token })) ?? { status: 0, body: null }),
    ).toBe(sent.id);
  });

  test("may not be members of the workspace", async () => {
    const sent = await sendRequest({});
    const idris = await signUp("idris");
    await enrol(sent.workspace, idris, "member");
    for (const email of [sent.requester.email, idris.email.toUpperCase()]) {
      expectRefusal(
        await edit(sent, 0, { recipients: [...(await recipientsOf(sent)), { email }] }),
        409,
        "recipient.member",
      );
    }
  });

  test("don't read former texts and addresses in the history", async () => {
    const sent = await sendRequest({});
    const [item] = await listed(sent);
    granted(
      await edit(sent, 0, {
        title: "Tax return",
        message: "Hello",
        items: [{ ...item, instructions: "All pages" }],
        recipients: [...(await recipientsOf(sent)), { email: "tomas@duart.example" }],
      }),
    );
    expect((await history(sent)).length).toBe(4);
    const visible = await read<{ kind: string }>(
      sent.recipient,
      `events?select=kind&request_id=eq.${sent.id}&order=seq`,
    );
    expect(visible.map(({ kind }) => kind)).toEqual(["created", "sent", "opened"]);
  });

  test("who are removed while their answer waits don't answer", async () => {
    const sent = await sendRequest({ recipients: 2 });
    const [first, second] = sent.recipients;
    if (!first || !second) throw new Error("Two recipients were asked");
    const kept = (await recipientsOf(sent)).filter(({ email }) => email === second.email);
    const [removal, answer] = await Promise.all([
      edit(sent, 0, { recipients: kept }),
      first.rpc("answer_item", { item: sent.item.id, revision: 0, kind: "cannot_provide", answer: "" }),
    ]);
    granted(removal);
    const events = await read<{ kind: string; recipient_id: string | null }>(
      sent.requester,
      `events?select=kind,recipient_id&kind=in.(answered,recipient_removed)&request_id=eq.${sent.id}&order=seq`,
    );
    const answeredFirst = ["answered", "recipient_removed"];
    expect(events.map(({ kind }) => kind)).toEqual(
      answer.status === 200 ? answeredFirst : answeredFirst.slice(1),
    );
    for (const { kind, recipient_id } of events)
      expect(recipient_id !== null, kind).toBe(kind === "answered");
  });
});

describe("visits", () => {
  const age = (sent: SentRequest, interval: string) =>
    asAdmin((query) =>
      query("update public.recipients set last_seen_at = now() - $2::interval where request_id = $1", [
        sent.id,
        interval,
      ]),
    );
  const visitOf = async (sent: SentRequest) =>
    (
      await read<{ visited_before_at: string | null }>(
        sent.recipient,
        `recipients?select=visited_before_at&request_id=eq.${sent.id}`,
      )
    )[0]?.visited_before_at;

  test("a visit remembers the one before, and a reload doesn't count as another", async () => {
    const sent = await sendRequest({});
    expect(await visitOf(sent)).toBeNull();
    await age(sent, "2 hours");
    granted(await sent.recipient.rpc("visit_request", { request: sent.id }));
    const before = await visitOf(sent);
    expect(before).not.toBeNull();
    granted(await sent.recipient.rpc("visit_request", { request: sent.id }));
    granted(await sent.recipient.rpc("join_request", { token: sent.token }));
    expect(await visitOf(sent)).toBe(before);
  });
});

test("a draft that is open elsewhere can't change the request once it is sent", async () => {
  const sent = await sendRequest({});
  const late = await sent.requester.rpc("edit_request", {
    request: sent.id,
    revision: 0,
    change: draftOf([{ title: "Other" }], ["other@people.example"]),
  });
  expectRefusal(late, 409, "request.stale");
  expect(await emailsOf(sent)).toEqual([sent.recipient.email]);
});

test("a draft that saves itself while it is sent loses nothing and never changes what was sent", async () => {
  const nora = await signUp("nora");
  const workspace = await openWorkspace(nora);
  for (let round = 0; round < 12; round += 1) {
    const draft = draftOf([{ title: "Passport" }], ["anna@people.example"]);
    const request = granted(await nora.rpc("create_request", { workspace, draft })) as string;
    const save = () => nora.rpc("edit_request", { request, revision: 0, change: { title: "Saved late" } });
    const send = () => nora.rpc("send_request", { request });
    // Which one the database takes first, it decides.
    const calls = round % 2 === 0 ? [save(), send()] : [send(), save()];
    const answers = await Promise.all(calls);
    const [saved, sent] = round % 2 === 0 ? answers : answers.toReversed();
    expect(sent?.status).toBe(204);
    const [row] = await read<{ title: string; status: string }>(
      nora,
      `requests?select=title,status&id=eq.${request}`,
    );
    expect(row).toEqual({ title: saved?.status === 200 ? "Saved late" : draft.title, status: "open" });
    if (saved && saved.status !== 200) expectRefusal(saved, 409, "request.stale");
  }
});

describe("someone with another address", () => {
  const asksOf = (sent: SentRequest) =>
    read<{ id: string; email: string; is_added: boolean | null }>(
      sent.requester,
      `access_requests?select=id,email,is_added&request_id=eq.${sent.id}`,
    );

  test("asks once, is added, and opens the request", async () => {
    const sent = await sendRequest({});
    const tomas = await signUp("tomas");
    for (let times = 0; times < 2; times += 1)
      granted(await tomas.rpc("request_access", { token: sent.token }));
    const [ask, ...others] = await asksOf(sent);
    expect([ask?.email, ask?.is_added, others]).toEqual([tomas.email, null, []]);
    expectRefusal(await tomas.rpc("join_request", { token: sent.token }), 404, "not_found");

    const add = () => sent.requester.rpc("decide_access", { access_request: ask?.id, is_added: true });
    granted(await add());
    granted(await add());
    expect(granted(await tomas.rpc("join_request", { token: sent.token }))).toBe(sent.id);
    expect(await emailsOf(sent)).toEqual([sent.recipient.email, tomas.email]);
    expectRefusal(
      await sent.requester.rpc("decide_access", { access_request: ask?.id, is_added: false }),
      409,
      "access.decided",
    );
  });

  test("who is declined stays out, and doesn't ask again", async () => {
    const sent = await sendRequest({});
    const tomas = await signUp("tomas");
    granted(await tomas.rpc("request_access", { token: sent.token }));
    const [ask] = await asksOf(sent);
    granted(await sent.requester.rpc("decide_access", { access_request: ask?.id, is_added: false }));
    granted(await tomas.rpc("request_access", { token: sent.token }));
    expect(await asksOf(sent)).toEqual([{ ...ask, is_added: false }]);
    expectRefusal(await tomas.rpc("join_request", { token: sent.token }), 404, "not_found");
  });

  test("who is added by hand is no longer asked about", async () => {
    const sent = await sendRequest({});
    const tomas = await signUp("tomas");
    granted(await tomas.rpc("request_access", { token: sent.token }));
    const emails = [sent.recipient.email, tomas.email];
    granted(await edit(sent, 0, { recipients: emails.map((email) => ({ email })) }));
    expect((await asksOf(sent)).map(({ is_added }) => is_added)).toEqual([true]);
  });

  test("gets no answer about a link that doesn't work", async () => {
    const tomas = await signUp("tomas");
    expectRefusal(await tomas.rpc("request_access", { token: "x".repeat(43) }), 404, "not_found");
  });
});
