import { randomUUID } from "node:crypto";
import { datedTitle } from "@sheaf/contract/dated-title";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { enrol } from "./testing/cast.ts";
import { adminRow, adminRows, asAdmin } from "./testing/database.ts";
import { addExample } from "./testing/examples.ts";
import { expectNotFound, expectRefusal, granted } from "./testing/expectations.ts";
import { type Person, signUp } from "./testing/people.ts";
import { sendRequest, type SentRequest } from "./testing/requests.ts";
import { type ClaimedEmail, clearOutbox, endsOf, sendDue, setClock, site, work } from "./testing/worker.ts";

/** A Thursday. */
const start = new Date("2026-12-31T12:00:00Z");
const at = (day: string, time = "08:00") => setClock(new Date(`${day}T${time}:00Z`));

beforeEach(async () => {
  await clearOutbox();
  await asAdmin((query) => query("delete from private.repeats"));
  await setClock(start);
});
afterAll(() => setClock(null));

interface Repeat {
  every: string;
  next_on: string;
  sender_name: string;
  can_send: boolean;
  failure: string | null;
  following_id: string | null;
  title: string;
}

const set = (
  { requester, id }: Pick<SentRequest, "requester" | "id">,
  every: string | null,
  first?: string,
) => requester.rpc("repeat_request", { request: id, every, ...(first && { first_on: first }) });

async function repeating(first = "2027-01-31", every = "month"): Promise<SentRequest> {
  const sent = await sendRequest({ items: [{ title: "Bank statement" }, { title: "Receipts" }] });
  granted(await set(sent, every, first));
  return sent;
}

const read = async (person: Person, request: string) =>
  (granted(await person.rpc("request_repeat", { request })) as Repeat[])[0];

const claim = async (worker: string, batch = 20) =>
  (await work<{ request: string }>("select * from public.claim_repeats($1, $2)", [worker, batch])).map(
    ({ request }) => request,
  );
const finish = async (worker: string, request: string) =>
  (await work<{ end: string | null }>('select public.finish_repeat($1, $2) as "end"', [request, worker]))[0]
    ?.end;

async function workAll(): Promise<(string | null | undefined)[]> {
  const worker = randomUUID();
  const ends = [];
  for (const request of await claim(worker)) ends.push(await finish(worker, request));
  return ends;
}

const toSenders = (emails: ClaimedEmail[]) => emails.filter(({ kind }) => kind === "repeat");
const kindsOf = async (request: string) =>
  (
    await adminRows<{ kind: string }>("select kind from public.events where request_id = $1 order by seq", [
      request,
    ])
  ).map(({ kind }) => kind);

describe("the days", () => {
  test.each([
    ["month", "2027-01-31", "2027-01-31", "2027-02-28"],
    ["month", "2027-01-31", "2027-02-28", "2027-03-31"],
    ["month", "2027-01-31", "2027-06-15", "2027-06-30"],
    ["month", "2027-01-15", "2027-01-14", "2027-01-15"],
    ["month", "2027-01-15", "2026-03-01", "2027-01-15"],
    ["quarter", "2026-11-30", "2026-11-30", "2027-02-28"],
    ["quarter", "2026-11-30", "2027-02-28", "2027-05-30"],
    ["quarter", "2026-11-30", "2027-12-31", "2028-02-29"],
    ["year", "2028-02-29", "2028-02-29", "2029-02-28"],
    ["year", "2028-02-29", "2031-03-01", "2032-02-29"],
  ])("every %s from %s: after %s comes %s", async (every, first, past, next) => {
    expect(
      await adminRow("select private.repeat_day($1, $2, $3)::text as next", [every, first, past]),
    ).toEqual({ next });
  });
});

describe("a request that repeats", () => {
  test("is sent again as it is by then, to whom it goes to by then", async () => {
    const sent = await sendRequest({
      items: [{ title: "Bank statement" }, { title: "Receipts" }],
      recipients: 2,
    });
    await addExample(sent.requester, sent.item.id);
    const plan = { before: [1], every: 5, undated: 9, most: 2 };
    granted(await sent.requester.rpc("set_reminders", { request: sent.id, plan, paused: false }));
    await asAdmin((query) =>
      query(
        `update public.requests set due_on = (sent_at at time zone 'UTC')::date + 14, retain_days = 60 where id = $1`,
        [sent.id],
      ),
    );
    granted(await set(sent, "month", "2027-01-31"));
    const { revision } = await adminRow<{ revision: number }>(
      "select revision from public.requests where id = $1",
      [sent.id],
    );
    granted(
      await sent.requester.rpc("edit_request", {
        request: sent.id,
        revision,
        change: { title: "Papers of this month", recipients: [{ email: sent.recipient.email, name: "Ana" }] },
      }),
    );
    granted(await sent.requester.rpc("close_request", { request: sent.id }));

    await at("2027-01-31", "07:59");
    expect(await workAll()).toEqual([]);
    await at("2027-01-31");
    expect(await workAll()).toEqual(["sent"]);
    expect(await workAll()).toEqual([]);
    const repeat = await read(sent.requester, sent.id);
    const made = repeat?.following_id ?? "";
    expect(await read(sent.requester, made)).toEqual({
      every: "month",
      next_on: "2027-02-28",
      sender_name: "Nora Okafor",
      can_send: true,
      failure: null,
      following_id: null,
      title: "",
    });
    expect(
      await adminRow(
        `select r.title, r.status, r.due_on::text, r.reminder_plan, r.retain_days, r.sent_by, r.created_by,
           (select array_agg(i.title order by i.position) from public.items as i where i.request_id = r.id) as items,
           (select array_agg(p.email || ' ' || p.name) from public.recipients as p where p.request_id = r.id) as people,
           (select count(*)::int from public.item_examples as e where e.request_id = r.id) as examples
         from public.requests as r where r.id = $1`,
        [made],
      ),
    ).toEqual({
      title: "Papers of this month",
      status: "open",
      due_on: "2027-02-14",
      reminder_plan: plan,
      retain_days: 60,
      sent_by: sent.requester.userId,
      created_by: sent.requester.userId,
      items: ["Bank statement", "Receipts"],
      people: [`${sent.recipient.email} Ana`],
      examples: 1,
    });
    expect(
      (await sendDue()).filter(({ kind }) => kind === "invitation").map(({ address }) => address),
    ).toEqual([sent.recipient.email]);
    expect(await kindsOf(made)).toEqual(["created", "sent", "repeated", "invited"]);
  });

  test("names the month in which it is sent, in each title after the first", async () => {
    const sent = await sendRequest({});
    granted(
      await sent.requester.rpc("repeat_request", {
        request: sent.id,
        every: "month",
        first_on: "2027-01-31",
        title: " Books for {last month} {year} ",
      }),
    );
    expect(await read(sent.requester, sent.id)).toMatchObject({ title: "Books for {last month} {year}" });
    await at("2027-01-31");
    await workAll();
    // The day after, as if nothing had run on the day itself.
    await at("2027-03-01");
    await workAll();
    expect(
      await adminRows("select title from public.requests where workspace_id = $1 order by created_at", [
        sent.workspace,
      ]),
    ).toEqual([
      { title: "Papers for the year" },
      { title: "Books for December 2026" },
      { title: "Books for January 2027" },
    ]);
    const newest = await adminRow(
      "select request_id as request from private.repeats where workspace_id = $1",
      [sent.workspace],
    );
    const long = { ...newest, every: "month", first_on: "2027-03-31", title: "a".repeat(161) };
    expectRefusal(await sent.requester.rpc("repeat_request", long), 422, "draft.title");
  });

  test.each([
    "Books {month} {year}",
    "Books {last month} {year}",
    "{last month} to {month} {year}, tax {last year}",
    "{month} {Month} {} {day} {{year}}",
    `${"a".repeat(153)}{month}`,
    "{last month} {last month} {last year}",
  ])("has the title of a day that the page shows too: %s", async (title) => {
    for (const day of ["2026-12-31", "2027-01-01", "2027-02-28", "2028-02-29", "2027-12-31"]) {
      expect(await adminRow("select private.dated_title($1, $2) as dated", [title, day])).toEqual({
        dated: datedTitle(title, day),
      });
    }
  });

  test("stays without a due date, and emails no recipient who wants no email about it", async () => {
    const sent = await sendRequest({ recipients: 2 });
    await asAdmin((query) =>
      query("update public.recipients set muted_at = now() where request_id = $1 and email = $2", [
        sent.id,
        sent.recipient.email,
      ]),
    );
    granted(await set(sent, "month", "2027-01-31"));
    await at("2027-01-31");
    expect(await workAll()).toEqual(["sent"]);
    const made = (await read(sent.requester, sent.id))?.following_id ?? "";
    expect(
      await adminRow(
        `select r.due_on, array_agg(p.email) filter (where p.muted_at is not null) as muted, count(*)::int as people
         from public.requests as r join public.recipients as p on p.request_id = r.id where r.id = $1 group by r.id`,
        [made],
      ),
    ).toEqual({ due_on: null, muted: [sent.recipient.email], people: 2 });
  });

  test("is sent once for all days that were missed, and goes on by its first day", async () => {
    const sent = await repeating();
    await at("2027-04-10");
    expect(await workAll()).toEqual(["sent"]);
    expect(await workAll()).toEqual([]);
    expect(await read(sent.requester, sent.id)).toMatchObject({ next_on: "2027-04-30" });
  });

  test("is sent at eight in the zone of its workspace", async () => {
    const sent = await sendRequest({});
    await asAdmin((query) =>
      query("update public.workspaces set zone = 'Pacific/Auckland' where id = $1", [sent.workspace]),
    );
    granted(await set(sent, "year", "2027-01-31"));
    await at("2027-01-30", "18:59");
    expect(await workAll()).toEqual([]);
    await at("2027-01-30", "19:00");
    expect(await workAll()).toEqual(["sent"]);
    expect(await read(sent.requester, sent.id)).toMatchObject({ next_on: "2028-01-31" });
  });

  test("is made once, even if another worker has claimed it and died", async () => {
    const sent = await repeating();
    await at("2027-01-31");
    const [dead, other] = [randomUUID(), randomUUID()];
    expect(await claim(dead)).toEqual([sent.id]);
    expect(await claim(other)).toEqual([]);
    await asAdmin((query) => query("update private.repeats set claimed_until = now() - interval '1 second'"));
    expect(await claim(other)).toEqual([sent.id]);
    expect(await finish(dead, sent.id)).toBe(null);
    expect(await finish(other, sent.id)).toBe("sent");
    expect(await finish(other, sent.id)).toBe(null);
    expect(
      await adminRow("select count(*)::int as requests from public.requests where workspace_id = $1", [
        sent.workspace,
      ]),
    ).toEqual({ requests: 2 });
  });

  test("fails, for a member to look at, after five workers have stopped at it", async () => {
    const sent = await repeating();
    await at("2027-01-31");
    await asAdmin((query) => query("update private.repeats set attempts = 5"));
    expect(await workAll()).toEqual(["failed"]);
    expect(await read(sent.requester, sent.id)).toMatchObject({ failure: "repeat.failed" });
  });

  test("waits for the next day where the quota of requests is used up", async () => {
    const sent = await repeating();
    await at("2027-01-31");
    await asAdmin((query) => query("update private.quotas set most = 1 where name = 'requests'"));
    try {
      expect(await workAll()).toEqual(["waits"]);
    } finally {
      await asAdmin((query) => query("update private.quotas set most = 1000 where name = 'requests'"));
    }
    expect(await workAll()).toEqual([]);
    await at("2027-02-01", "00:00");
    expect(await workAll()).toEqual(["sent"]);
    expect(await read(sent.requester, sent.id)).toMatchObject({ next_on: "2027-02-28" });
  });

  test("ends when it is cancelled", async () => {
    const sent = await repeating();
    granted(await sent.requester.rpc("cancel_request", { request: sent.id }));
    expect(await read(sent.requester, sent.id)).toBeUndefined();
    expectRefusal(await set(sent, "month", "2027-01-31"), 409, "request.closed");
    await at("2027-02-01");
    expect(await workAll()).toEqual([]);
  });
});

describe("setting, skipping and ending it", () => {
  test("is written in the history, which recipients don't read", async () => {
    const sent = await repeating();
    granted(await sent.requester.rpc("skip_repeat", { request: sent.id, day: "2027-01-31" }));
    granted(await set(sent, null));
    granted(await set(sent, null));
    expect((await kindsOf(sent.id)).slice(-3)).toEqual(["repeat_set", "repeat_skipped", "repeat_ended"]);
    const events = granted(
      await sent.recipient.knock(`/rest/v1/events?select=kind&request_id=eq.${sent.id}`),
    ) as { kind: string }[];
    expect(events.map(({ kind }) => kind)).toContain("sent");
    expect(events.filter(({ kind }) => kind.startsWith("repeat"))).toEqual([]);
  });

  test("is for members alone", async () => {
    const sent = await repeating();
    for (const person of [sent.recipient, await signUp("eve")]) {
      expectNotFound(await person.rpc("request_repeat", { request: sent.id }));
      expectNotFound(await set({ requester: person, id: sent.id }, null));
      expectNotFound(await person.rpc("skip_repeat", { request: sent.id, day: "2027-01-31" }));
    }
    expect(await read(sent.requester, sent.id)).toMatchObject({ next_on: "2027-01-31" });
  });

  test("skips one day once, however often it is asked to", async () => {
    const sent = await repeating();
    const skip = async () =>
      granted(await sent.requester.rpc("skip_repeat", { request: sent.id, day: "2027-01-31" }));
    await skip();
    await skip();
    expect(await read(sent.requester, sent.id)).toMatchObject({ next_on: "2027-02-28" });
    await at("2027-01-31");
    expect(await workAll()).toEqual([]);
  });

  test.each([
    ["a day that isn't to come", "month", "2026-12-31", "repeat.date"],
    ["more than a year", "month", "2028-01-01", "repeat.date"],
    ["no day", "month", undefined, "repeat.date"],
    ["another period", "week", "2027-01-31", "repeat.every"],
  ])("refuses %s", async (_, every, first, code) => {
    expectRefusal(await set(await sendRequest({}), every, first), 422, code);
  });

  test("refuses drafts and templates", async () => {
    const { requester, id } = await sendRequest({});
    const copy = granted(await requester.rpc("duplicate_request", { request: id })) as string;
    const template = granted(await requester.rpc("save_as_template", { request: id })) as string;
    for (const other of [copy, template]) {
      expectRefusal(await set({ requester, id: other }, "month", "2027-01-31"), 422, "repeat.draft");
    }
  });

  test("takes a claimed request out of a worker's hands", async () => {
    const sent = await repeating();
    await at("2027-01-31");
    const worker = randomUUID();
    expect(await claim(worker)).toEqual([sent.id]);
    granted(await set(sent, "month", "2027-02-15"));
    expect(await finish(worker, sent.id)).toBe(null);
    expect(await read(sent.requester, sent.id)).toMatchObject({ next_on: "2027-02-15" });
  });

  test("points to the newest request from the page of the one before", async () => {
    const sent = await repeating();
    await at("2027-01-31");
    await workAll();
    const made = (await read(sent.requester, sent.id))?.following_id;
    for (const every of ["month", null]) {
      expectRefusal(await set(sent, every, "2027-03-01"), 422, "repeat.moved");
    }
    expectRefusal(
      await sent.requester.rpc("skip_repeat", { request: sent.id, day: "2027-02-28" }),
      422,
      "repeat.moved",
    );
    granted(await set({ requester: sent.requester, id: made ?? "" }, null));
    expect(await read(sent.requester, sent.id)).toBeUndefined();
    granted(await set(sent, "year", "2027-03-01"));
  });
});

describe("tags, an assignee and members who go", () => {
  test("a repeated request has the tags and the assignee of the one before", async () => {
    const sent = await repeating("2027-01-31");
    const { requester: nora, workspace, id } = sent;
    const idris = await signUp("idris");
    await enrol(workspace, idris, "member");
    const tag = granted(await nora.rpc("create_tag", { workspace, name: "Payroll" })) as string;
    granted(await nora.rpc("tag_request", { request: id, tag, tagged: true }));
    granted(await nora.rpc("assign_request", { request: id, assignee: idris.userId }));
    await at("2027-01-31");
    expect(await workAll()).toEqual(["sent"]);
    const following = (await read(nora, id))?.following_id;
    const [listed] = granted(
      await nora.rpc("list_requests", {
        workspace,
        filter: "open",
        sort: "activity",
        today: "2027-01-31",
        repeats: true,
        tag,
        assignee: idris.userId,
      }),
    ) as { id: string }[];
    expect(listed?.id).toBe(following);
    const watches = async (by: Person) =>
      granted(await by.rpc("watches_request", { request: following ?? "" }));
    expect([await watches(idris), await watches(nora)]).toEqual([true, false]);
    // The member who takes over from another also looks after the requests that follow.
    granted(await nora.rpc("remove_member", { workspace, member: idris.userId }));
    await at("2027-02-28");
    expect(await workAll()).toEqual(["sent"]);
    const last = (await read(nora, following ?? ""))?.following_id;
    expect(await adminRow("select assignee from public.requests where id = $1", [last])).toEqual({
      assignee: nora.userId,
    });
  });

  test.each(["leaves", "is removed"])("a member who %s hands over what they repeat", async (how) => {
    const sent = await sendRequest({ items: [{ title: "Bank statement" }] });
    const { requester: nora, workspace, id } = sent;
    const idris = await signUp("idris");
    await enrol(workspace, idris, "member");
    granted(await set({ requester: idris, id }, "month", "2027-01-31"));
    await at("2027-01-30", "09:00");
    await claim(randomUUID());
    expect((await read(nora, id))?.sender_name).not.toBe("");
    const by = how === "leaves" ? idris : nora;
    granted(await by.rpc("remove_member", { workspace, member: idris.userId }));
    expect(await read(nora, id)).toMatchObject({ can_send: true, failure: null });
    expect(await adminRow("select sender from private.repeats where request_id = $1", [id])).toEqual({
      sender: nora.userId,
    });
    // They are told of the day, and the member who left isn't.
    await claim(randomUUID());
    const told = toSenders(await sendDue()).map(({ address }) => address);
    expect(told).toEqual([nora.email]);
    await at("2027-01-31");
    expect(await workAll()).toEqual(["sent"]);
  });
});

describe("its sender", () => {
  test("is told a day before, once", async () => {
    const sent = await repeating();
    await at("2027-01-30", "07:59");
    await workAll();
    expect(toSenders(await sendDue())).toEqual([]);
    await at("2027-01-30");
    await workAll();
    await workAll();
    const [email, ...more] = toSenders(await sendDue());
    expect(more).toEqual([]);
    expect(email).toMatchObject({
      address: sent.requester.email,
      facts: {
        workspace: "Okafor & Lind",
        title: "Papers for the year",
        people: [sent.recipient.email],
        on: "2027-01-31",
        today: "2027-01-30",
        hasFailed: false,
        url: `${site}/requests/${sent.id}`,
      },
    });
  });

  test.each([
    [
      "skipped",
      (sent: SentRequest) => sent.requester.rpc("skip_repeat", { request: sent.id, day: "2027-01-31" }),
    ],
    ["ended", (sent: SentRequest) => set(sent, null)],
  ])("isn't told of a day that has since been %s", async (_, undo) => {
    const sent = await repeating();
    await at("2027-01-30");
    await workAll();
    granted(await undo(sent));
    expect(toSenders(await sendDue())).toEqual([]);
    expect(await endsOf(sent.id)).toContain("repeat dropped undone");
  });

  test("isn't told of a day that they chose the day before", async () => {
    const sent = await repeating("2027-01-01");
    await workAll();
    expect(toSenders(await sendDue())).toEqual([]);
    expect(await endsOf(sent.id)).toEqual([]);
  });

  test("is told that nothing could be sent, and goes on with the next day", async () => {
    const sent = await repeating();
    await enrol(sent.workspace, sent.recipient, "member");
    await at("2027-01-31");
    expect(await workAll()).toEqual(["failed"]);
    expect(await workAll()).toEqual([]);
    expect(toSenders(await sendDue())).toMatchObject([{ facts: { on: "2027-01-31", hasFailed: true } }]);
    expect(await read(sent.requester, sent.id)).toMatchObject({
      next_on: "2027-01-31",
      failure: "recipient.member",
    });
    granted(await sent.requester.rpc("skip_repeat", { request: sent.id, day: "2027-01-31" }));
    expect(await read(sent.requester, sent.id)).toMatchObject({ next_on: "2027-02-28", failure: null });
  });

  test.each([
    [
      "left",
      (sent: SentRequest) =>
        asAdmin((query) =>
          query("delete from public.members where workspace_id = $1 and user_id = $2", [
            sent.workspace,
            sent.requester.userId,
          ]),
        ),
    ],
    [
      "been suspended",
      (sent: SentRequest) =>
        asAdmin((query) =>
          query("update auth.users set banned_until = now() + interval '1 year' where id = $1", [
            sent.requester.userId,
          ]),
        ),
    ],
  ])("who has %s sends nothing, until a colleague takes over", async (_, leave) => {
    const sent = await repeating();
    const tomas = await signUp("tomas");
    await enrol(sent.workspace, tomas, "owner");
    await leave(sent);
    await at("2027-01-30");
    await workAll();
    expect(toSenders(await sendDue())).toEqual([]);
    expect(await read(tomas, sent.id)).toMatchObject({ can_send: false, failure: null });
    await at("2027-01-31");
    expect(await workAll()).toEqual(["failed"]);
    expect(await read(tomas, sent.id)).toMatchObject({ can_send: false, failure: "repeat.sender" });
    granted(await set({ requester: tomas, id: sent.id }, "month", "2027-02-01"));
    await at("2027-02-01");
    expect(await workAll()).toEqual(["sent"]);
    const made = (await read(tomas, sent.id))?.following_id;
    expect(await adminRow("select sent_by from public.requests where id = $1", [made])).toEqual({
      sent_by: tomas.userId,
    });
  });
});
