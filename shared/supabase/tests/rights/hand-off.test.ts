import { quotas } from "@sheaf/contract/limits";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readableColumns } from "./matrix.ts";
import { adminRow, adminRows, asAdmin } from "./testing/database.ts";
import { everythingReadBy } from "./testing/everything-read.ts";
import { expectNotFound, expectRefusal, granted } from "./testing/expectations.ts";
import { type Person, signUp } from "./testing/people.ts";
import {
  begin,
  finish,
  get,
  itemsOf,
  put,
  resume,
  sendRequest,
  type SentRequest,
  sha256,
  startResumable,
  pdf,
  upload,
} from "./testing/requests.ts";
import { widened } from "./testing/widened.ts";
import { type ClaimedEmail, clearOutbox, sendDue, setClock } from "./testing/worker.ts";

const three = { items: [{ title: "Passport" }, { title: "Payslip" }, { title: "Lease" }], recipients: 2 };
const itemOf = ({ items }: SentRequest, position: number) => items[position]?.id ?? "";

const handOff = (person: Person, item: string, email: string, name = "") =>
  person.rpc("hand_off_item", { item, email, name });
const message = "Anna, you know why we need these.";
const writeMessage = ({ requester, id }: SentRequest) =>
  requester.rpc("edit_request", { request: id, revision: 1, change: { message } });
const takeBack = (person: Person, item: string) => person.rpc("take_back_item", { item });
const read = async (person: Person, path: string) => granted(await person.knock(`/rest/v1/${path}`));

/** A request whose payslip the first recipient has handed to a helper who has opened the link. */
async function handedRequest(options = {}): Promise<SentRequest & { helper: Person; payslip: string }> {
  const sent = await sendRequest({ ...three, ...options });
  const helper = await signUp("mats");
  const payslip = itemOf(sent, 1);
  granted(await handOff(sent.recipient, payslip, ` ${helper.email.toUpperCase()} `));
  granted(await helper.rpc("join_request", { token: sent.token }));
  return { ...sent, helper, payslip };
}

describe("an item that was handed over", () => {
  test("is answered by the person it was handed to, who opens the same link", async () => {
    const sent = await handedRequest();
    const { helper, payslip } = sent;
    granted(await helper.rpc("visit_request", { request: sent.id, zone: "Europe/Stockholm" }));
    const { object_key: key } = await upload(helper, payslip);
    granted(await get(helper, key));
    const question = granted(await helper.rpc("ask_question", { item: payslip, body: "Which month?" }));
    const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
    granted(await helper.rpc("promise_date", { request: sent.id, on: inAWeek }));
    granted(await helper.rpc("mute_request", { request: sent.id, muted: true }));

    expect(await itemsOf(helper, sent.id)).toMatchObject([{ id: payslip, status: "submitted" }]);
    expect(await itemsOf(sent.requester, sent.id)).toMatchObject([{}, { status: "submitted" }, {}]);
    granted(await sent.recipient.rpc("answer_question", { question, body: "All three." }));
    expect(await everythingReadBy(helper, sent)).toMatchObject({
      requests: [],
      files: [{ item_id: payslip, uploaded_by: helper.userId }],
      messages: [{ body: "Which month?" }, { body: "All three." }],
      events: [],
      unread: [{ item_id: payslip }],
      checklist: [
        {
          title: "Papers for the year",
          status: "open",
          workspace_name: "Okafor & Lind",
          sender_name: "Nora Okafor",
          handed_by: [sent.recipient.email],
        },
      ],
      checklists: [{ id: sent.id, items: [{ status: "submitted", required: true }] }],
    });
  });

  test("is all that this person can read of the request", async () => {
    const sent = await handedRequest();
    granted(await writeMessage(sent));
    expect(JSON.stringify(await everythingReadBy(sent.recipient, sent))).toContain(message);
    expect(JSON.stringify(await everythingReadBy(sent.helper, sent))).not.toContain(message);
    await upload(sent.helper, sent.payslip);
    const before = await everythingReadBy(sent.helper, sent);
    const passport = itemOf(sent, 0);
    await upload(sent.recipient, itemOf(sent, 2));
    const { object_key: key, file_id: file } = await upload(sent.recipient, passport);
    const question = granted(
      await sent.recipient.rpc("ask_question", { item: passport, body: "Both sides?" }),
    );
    granted(await sent.requester.rpc("add_note", { item: sent.payslip, body: "They called." }));
    granted(await sent.requester.rpc("decide_item", { item: passport, revision: 1, decision: "accept" }));
    expect(await everythingReadBy(sent.helper, sent)).toEqual(before);
    expect((await get(sent.helper, key)).status).toBe(400);

    const rpc = (fn: string, args: Record<string, unknown>) => sent.helper.rpc(fn, args);
    for (const refused of [
      rpc("begin_upload", { item: passport, name: "a.pdf", size: 5, mime: "application/pdf" }),
      rpc("answer_item", { item: passport, revision: 2, kind: "cannot_provide", answer: "x" }),
      rpc("submit_files", { item: passport, revision: 2 }),
      rpc("ask_question", { item: passport, body: "x" }),
      rpc("answer_question", { question, body: "x" }),
      rpc("resolve_question", { question, resolved: true }),
      rpc("remove_file", { file }),
      rpc("hand_off_item", { item: passport, email: "a@people.example" }),
      rpc("take_back_item", { item: sent.payslip }),
      rpc("request_people", { request: sent.id }),
      rpc("decide_item", { item: sent.payslip, revision: 0, decision: "accept" }),
      rpc("edit_request", { request: sent.id, revision: 1, change: { title: "Mine" } }),
    ]) {
      expectNotFound(await refused);
    }
    granted(await rpc("read_questions", { item: passport, until: "2099-01-01T00:00:00Z" }));
    expect(granted(await sent.requester.rpc("unread_questions", { requests: [sent.id] }))).toHaveLength(1);
  });

  test.each(["items", "notes"] as const)("would be more to read if everybody read %s", async (table) => {
    const sent = await handedRequest();
    granted(await sent.requester.rpc("add_note", { item: sent.payslip, body: "They called." }));
    const before = await everythingReadBy(sent.helper, sent);
    await widened(table, async () => {
      expect(await everythingReadBy(sent.helper, sent)).not.toEqual(before);
    });
    expect(await everythingReadBy(sent.helper, sent)).toEqual(before);
  });

  test("doesn't open the workspace or its other requests", async () => {
    const sent = await handedRequest();
    for (const table of [
      "workspaces",
      "members",
      "requests",
      "request_links",
      "request_search",
      "events",
      "notes",
    ])
      expect(await read(sent.helper, `${table}?select=${readableColumns(table).join(",")}`), table).toEqual(
        [],
      );
    expect(await read(sent.helper, "profiles?select=user_id")).toEqual([]);
    expect(await read(sent.helper, "recipients?select=user_id")).toEqual([{ user_id: sent.helper.userId }]);
  });

  test("stays with the people who were sent the request, who see who has it", async () => {
    const sent = await handedRequest();
    const [, co] = sent.recipients as [Person, Person];
    for (const person of [sent.requester, sent.recipient, co]) {
      const people = granted(await person.rpc("request_people", { request: sent.id })) as {
        items: unknown;
      }[];
      expect(people).toMatchObject([
        { scope: "all", items: [] },
        { scope: "all", items: [] },
        { scope: "items", items: [sent.payslip] },
      ]);
    }
    await upload(co, sent.payslip);
    expect(await itemsOf(sent.requester, sent.id)).toMatchObject([{}, { status: "submitted" }, {}]);
    const history = (await read(co, `events?request_id=eq.${sent.id}&kind=eq.handed_off`)) as object[];
    expect(history).toMatchObject([
      { item_id: sent.payslip, data: { name: `${sent.helper.email[0]}…@rights.example` } },
    ]);
  });
});

test("people to whom one person handed items are one reporter", async () => {
  const sent = await handedRequest();
  const other = await signUp("joel");
  granted(await handOff(sent.recipient, itemOf(sent, 2), other.email));
  granted(await other.rpc("join_request", { token: sent.token }));
  const reporters = async () =>
    (await adminRow<{ count: number }>("select private.recent_reporters($1) as count", [sent.workspace]))
      .count;
  for (const person of [sent.helper, other]) {
    granted(await person.rpc("report_request", { request: sent.id, note: "They want my PIN." }));
    expect(await reporters()).toBe(1);
  }
  const [, co] = sent.recipients as [Person, Person];
  granted(await co.rpc("report_request", { request: sent.id, note: "" }));
  expect(await reporters()).toBe(2);
});

describe("handing over is refused", () => {
  test("to oneself, to those who ask, and to people who were sent the request", async () => {
    const sent = await sendRequest(three);
    const [ana, co] = sent.recipients as [Person, Person];
    const item = itemOf(sent, 1);
    expectRefusal(await handOff(ana, item, ana.email), 422, "hand_off.self");
    expectRefusal(await handOff(ana, item, sent.requester.email), 422, "hand_off.sender");
    expectRefusal(await handOff(sent.requester, item, sent.requester.email), 409, "recipient.member");
    expectRefusal(await handOff(ana, item, co.email), 422, "hand_off.recipient");
    expectRefusal(await handOff(ana, item, "no address"), 422, "draft.recipient");
    expectRefusal(await handOff(ana, item, "a@people.example", "a@b"), 422, "draft.recipient_name");
    expect(await adminRows("select from public.recipient_items where request_id = $1", [sent.id])).toEqual(
      [],
    );
  });

  test("with malformed arguments", async () => {
    const sent = await sendRequest(three);
    const item = itemOf(sent, 1);
    const call = (args: Record<string, unknown>) =>
      sent.recipient.rpc("hand_off_item", { item, email: "a@people.example", name: "", ...args });
    for (const email of [
      null,
      "",
      "a@b\r\nBcc: c@d.example",
      `${"a".repeat(10_000)}@b.example`,
      "a@b@c.example",
      "a b@c.example",
      "\u202ea@b.example",
    ])
      expectRefusal(await call({ email }), 422, "draft.recipient");
    for (const name of ["x".repeat(81), "a@b", "<x@y.example>"])
      expectRefusal(await call({ name }), 422, "draft.recipient_name");
    expectNotFound(await call({ item: null }));
    expectNotFound(await sent.recipient.rpc("take_back_item", { item: null }));
    expect(granted(await sent.recipient.rpc("my_checklist", { request: null }))).toEqual([]);
    expect((await call({ item: "'; drop table items; --" })).status).toBe(400);
  });

  test("in a circle, and of an item that was handed over already", async () => {
    const sent = await handedRequest();
    for (const address of [sent.recipient.email, "next@people.example"])
      expectRefusal(await handOff(sent.helper, sent.payslip, address), 422, "hand_off.passed_on");
    expectRefusal(await handOff(sent.requester, sent.payslip, "x@people.example"), 422, "hand_off.taken");
  });

  test("of an item that was accepted or removed, and of a request that takes nothing", async () => {
    const sent = await sendRequest(three);
    const [passport, payslip, lease] = sent.items.map(({ id }) => id) as [string, string, string];
    await upload(sent.recipient, passport);
    granted(await sent.requester.rpc("decide_item", { item: passport, revision: 1, decision: "accept" }));
    expectRefusal(await handOff(sent.recipient, passport, "a@people.example"), 409, "item.locked");
    granted(
      await sent.requester.rpc("edit_request", {
        request: sent.id,
        revision: 1,
        change: {
          items: [passport, payslip].map((id) => ({
            id,
            title: "Kept",
            kind: "file",
            required: true,
            accepts: [],
            instructions: "",
          })),
        },
      }),
    );
    expectNotFound(await handOff(sent.recipient, lease, "a@people.example"));
    granted(await sent.requester.rpc("pause_request", { request: sent.id }));
    expectRefusal(await handOff(sent.recipient, payslip, "a@people.example"), 409, "request.paused");
    granted(await handOff(sent.requester, payslip, "a@people.example"));
    granted(await sent.requester.rpc("cancel_request", { request: sent.id }));
    expectRefusal(await handOff(sent.recipient, payslip, "b@people.example"), 409, "request.closed");
  });

  test(`beyond 20 people per request and ${quotas.hand_offs} items a day`, async () => {
    const items = Array.from({ length: 31 }, (_, at) => ({ title: `Item ${at}` }));
    const sent = await sendRequest({ items });
    for (const [at, { id }] of sent.items.slice(0, 20).entries())
      granted(await handOff(sent.recipient, id, `helper-${at}@people.example`));
    expectRefusal(
      await handOff(sent.recipient, itemOf(sent, 20), "one-more@people.example"),
      422,
      "draft.too_many_recipients",
    );
    for (const { id } of sent.items.slice(20, quotas.hand_offs))
      granted(await handOff(sent.recipient, id, "helper-0@people.example"));
    expectRefusal(
      await handOff(sent.recipient, itemOf(sent, 30), "helper-0@people.example"),
      422,
      "quota.hand_offs",
    );
  });
});

describe("taking an item back", () => {
  test("ends everything that the person could read and do, in the middle of an upload too", async () => {
    const sent = await handedRequest();
    const { object_key: kept } = await upload(sent.helper, sent.payslip, "kept.pdf");
    const begun = await begin(sent.helper, sent.payslip, "begun.pdf");
    const arriving = await begin(sent.helper, sent.payslip, "arriving.pdf");
    granted(await put(sent.helper, arriving.object_key));
    const { object_key: inParts } = await begin(sent.helper, sent.payslip, "in parts.pdf");
    const { path } = await startResumable(sent.helper, inParts);
    expect((await resume(sent.helper, path, 0, pdf.subarray(0, 5))).status).toBe(204);
    granted(await takeBack(sent.recipient, sent.payslip));
    expect((await resume(sent.helper, path, 5, pdf.subarray(5))).status).toBe(403);
    expect(await adminRows("select from storage.objects where name = $1", [inParts])).toEqual([]);
    granted(await get(sent.requester, kept));
    expect((await get(sent.helper, kept)).status).toBe(400);
    expect((await put(sent.helper, begun.object_key)).status).toBe(400);
    expectNotFound(await finish(sent.helper, arriving.file_id, sha256(pdf)));
    expectNotFound(await sent.helper.rpc("join_request", { token: sent.token }));
    const all = await everythingReadBy(sent.helper, sent);
    for (const [what, rows] of Object.entries(all)) expect(rows, what).toEqual([]);
    expectNotFound(await takeBack(sent.recipient, sent.payslip));
  });

  test("leaves the person their other items, and lets another one have it", async () => {
    const sent = await handedRequest();
    const lease = itemOf(sent, 2);
    granted(await handOff(sent.requester, lease, sent.helper.email));
    granted(await takeBack(sent.requester, sent.payslip));
    expect(await itemsOf(sent.helper, sent.id)).toMatchObject([{ id: lease }]);
    granted(await handOff(sent.recipient, sent.payslip, "somebody-else@people.example"));
    expectNotFound(await takeBack(await signUp("stranger"), sent.payslip));
  });

  test("leaves nothing to read either where the item itself is removed", async () => {
    const sent = await handedRequest();
    const items = [itemOf(sent, 0), itemOf(sent, 2)].map((id) => ({
      id,
      title: "Kept",
      kind: "file",
      required: true,
      accepts: [],
      instructions: "",
    }));
    granted(await sent.requester.rpc("edit_request", { request: sent.id, revision: 1, change: { items } }));
    const { items: read, checklist, checklists } = await everythingReadBy(sent.helper, sent);
    expect({ read, checklist, checklists }).toEqual({ read: [], checklist: [], checklists: [] });
  });

  test("of the last item never opens the whole request", async () => {
    const sent = await handedRequest();
    granted(await takeBack(sent.requester, sent.payslip));
    granted(await handOff(sent.requester, itemOf(sent, 2), sent.helper.email));
    granted(await sent.helper.rpc("join_request", { token: sent.token }));
    expect(await itemsOf(sent.helper, sent.id)).toMatchObject([{ id: itemOf(sent, 2) }]);
    // Even a row that has lost its items some other way reads nothing.
    await asAdmin((query) => query("delete from public.recipient_items where request_id = $1", [sent.id]));
    expect(await itemsOf(sent.helper, sent.id)).toEqual([]);
    expect(await read(sent.helper, `requests?select=id&id=eq.${sent.id}`)).toEqual([]);
  });
});

describe("the list of recipients", () => {
  const listed = async (sent: SentRequest, emails: string[]) => {
    const row = await adminRow<{ revision: number }>("select revision from public.requests where id = $1", [
      sent.id,
    ]);
    return sent.requester.rpc("edit_request", {
      request: sent.id,
      revision: row.revision,
      change: { recipients: emails.map((email) => ({ email, name: "" })) },
    });
  };

  test("can be changed without removing people with single items", async () => {
    const sent = await handedRequest();
    granted(await listed(sent, [sent.recipient.email]));
    expect(await itemsOf(sent.helper, sent.id)).toMatchObject([{ id: sent.payslip }]);
  });

  test("gives a helper with single items the whole request", async () => {
    const sent = await handedRequest();
    granted(await listed(sent, [sent.recipient.email, sent.helper.email]));
    expect(await itemsOf(sent.helper, sent.id)).toHaveLength(3);
    expect(await adminRows("select from public.recipient_items where request_id = $1", [sent.id])).toEqual(
      [],
    );
  });

  test("is copied without people with single items", async () => {
    const sent = await handedRequest();
    const copy = granted(await sent.requester.rpc("duplicate_request", { request: sent.id }));
    const rows = await adminRows("select email from public.recipients where request_id = $1 order by email", [
      copy,
    ]);
    expect(rows.map(({ email }) => email)).toEqual(sent.recipients.map(({ email }) => email).sort());
  });
});

describe("emails", () => {
  let start: Date;
  beforeEach(async () => {
    await clearOutbox();
    // A Tuesday at ten in every zone that matters here.
    start = new Date(Date.UTC(2031, 0, 7, 10));
    await setClock(start);
  });
  afterEach(() => setClock(null));

  async function sentTo(person: Person, minutes: number): Promise<ClaimedEmail[]> {
    await setClock(new Date(start.getTime() + minutes * 60_000));
    return (await sendDue()).filter(({ address }) => address === person.email);
  }

  test("invite the person to their items alone, and tell them of one more", async () => {
    const sent = await sendRequest(three);
    granted(await writeMessage(sent));
    const mats = await signUp("mats");
    granted(await handOff(sent.recipient, itemOf(sent, 1), mats.email, "Mats Lind"));
    const [invitation, ...rest] = await sentTo(mats, 0);
    expect(rest).toEqual([]);
    expect(invitation).toMatchObject({
      kind: "invitation",
      facts: { items: 1, message: "", handed: [{ title: "Payslip", by: sent.recipient.email }] },
    });
    expect(JSON.stringify(invitation)).not.toMatch(/Passport|Lease/);
    expect(await sentTo(mats, 11)).toEqual([]);
    granted(await handOff(sent.requester, itemOf(sent, 2), mats.email));
    expect(await sentTo(mats, 22)).toMatchObject([
      { kind: "update", facts: { changes: [{ kind: "item_handed", title: "Lease", by: "Nora Okafor" }] } },
    ]);
  });

  test("tell them of returns, questions and changes that are about their items alone", async () => {
    const sent = await handedRequest();
    await upload(sent.helper, sent.payslip);
    await upload(sent.recipient, itemOf(sent, 0));
    await sendDue();
    const decide = (item: string, reason: string) =>
      sent.requester.rpc("decide_item", { item, revision: 1, decision: "return", reason });
    granted(await decide(itemOf(sent, 0), "Too dark"));
    granted(await sent.requester.rpc("ask_question", { item: itemOf(sent, 2), body: "Is it signed?" }));
    expect((await sentTo(sent.helper, 60)).map(({ kind }) => kind)).toEqual(["receipt"]);
    granted(await decide(sent.payslip, "October is missing"));
    granted(await sent.requester.rpc("ask_question", { item: sent.payslip, body: "And November?" }));
    const [update] = await sentTo(sent.helper, 120);
    expect(update).toMatchObject({
      kind: "update",
      facts: {
        returned: [{ title: "Payslip", reason: "October is missing" }],
        questions: [{ title: "Payslip", text: "And November?" }],
        accepted: 0,
      },
    });
  });

  test("name the person who handed it over as the request does, not as they call themselves", async () => {
    const sent = await sendRequest(three);
    granted(await sent.recipient.rpc("change_name", { display_name: "Call +44 20 7946 0000 today" }));
    const mats = await signUp("mats");
    granted(await handOff(sent.recipient, itemOf(sent, 1), mats.email));
    const [invitation] = await sentTo(mats, 0);
    expect(invitation?.facts["handed"]).toEqual([{ title: "Payslip", by: sent.recipient.email }]);
  });

  test("stay off for a helper who stopped them and is asked again", async () => {
    const sent = await handedRequest();
    await sentTo(sent.helper, 0);
    granted(await sent.helper.rpc("mute_request", { request: sent.id, muted: true }));
    granted(await takeBack(sent.recipient, sent.payslip));
    granted(await handOff(sent.recipient, sent.payslip, sent.helper.email));
    expect(await sentTo(sent.helper, 60)).toEqual([]);
  });

  test("say nothing in a receipt of an item that was taken back", async () => {
    const sent = await handedRequest();
    granted(await handOff(sent.requester, itemOf(sent, 2), sent.helper.email));
    await sentTo(sent.helper, 0);
    await upload(sent.helper, sent.payslip);
    await upload(sent.helper, itemOf(sent, 2));
    granted(await takeBack(sent.requester, sent.payslip));
    const emails = await sentTo(sent.helper, 60);
    expect(emails.find(({ kind }) => kind === "receipt")?.facts["items"]).toMatchObject([{ title: "Lease" }]);
    expect(JSON.stringify(emails)).not.toContain("Payslip");
  });

  test("send a receipt once nothing of theirs is left", async () => {
    const sent = await handedRequest();
    await sentTo(sent.helper, 0);
    await upload(sent.helper, sent.payslip);
    expect(await sentTo(sent.helper, 1)).toMatchObject([
      { kind: "receipt", facts: { left: 0, items: [{ title: "Payslip" }] } },
    ]);
  });

  test("remind them of what is missing of their items, and of nothing when they have sent it", async () => {
    const sent = await handedRequest();
    await sentTo(sent.helper, 0);
    const week = 7 * 24 * 60;
    await asAdmin((query) =>
      query("update public.recipients set zone = 'UTC' where request_id = $1", [sent.id]),
    );
    const [reminder] = await sentTo(sent.helper, week + 60);
    expect(reminder).toMatchObject({
      kind: "reminder",
      facts: { requests: [{ states: ["missing"], waiting: [{ title: "Payslip" }], canHandOff: false }] },
    });
    await upload(sent.helper, sent.payslip);
    await sentTo(sent.helper, week + 61);
    expect(await sentTo(sent.helper, 2 * week + 120)).toEqual([]);
    // Returned, it waits for them again.
    granted(
      await sent.requester.rpc("decide_item", {
        item: sent.payslip,
        revision: 1,
        decision: "return",
        reason: "Blurred",
      }),
    );
    expect((await sentTo(sent.helper, 4 * week)).map(({ kind }) => kind)).toContain("update");
    expect(await sentTo(sent.helper, 6 * week)).toMatchObject([
      { kind: "reminder", facts: { requests: [{ waiting: [{ title: "Payslip", reason: "Blurred" }] }] } },
    ]);
  });

  test("tell them that nothing more is needed once the last item is taken back", async () => {
    const sent = await handedRequest();
    await sentTo(sent.helper, 0);
    granted(await takeBack(sent.recipient, sent.payslip));
    expect(await sentTo(sent.helper, 1)).toMatchObject([{ kind: "ended", facts: { how: "withdrawn" } }]);
  });
});
