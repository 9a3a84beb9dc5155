import { randomUUID } from "node:crypto";
import { limits } from "@sheaf/contract/limits";
import { fillPlaceholders } from "@sheaf/contract/placeholders";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { enrol, requireSecondFactor } from "./testing/cast.ts";
import { adminRow, adminRows, asAdmin } from "./testing/database.ts";
import { addExample } from "./testing/examples.ts";
import { expectNotFound, expectRefusal, granted } from "./testing/expectations.ts";
import { type Person, signUp } from "./testing/people.ts";
import { draftOf, itemsOf, openWorkspace } from "./testing/requests.ts";
import { clearOutbox, sendDue, setClock, work } from "./testing/worker.ts";

interface Client {
  assignee?: string;
  number: number;
  email: string;
  name: string;
  due_on: string | null;
}

interface Progress {
  state: string;
  name: string;
  email: string;
  failure: string | null;
  request_id: string | null;
  position: string;
}

/** A Wednesday. */
const noon = new Date("2026-12-02T12:00:00Z");
const dayAfter = new Date("2026-12-03T00:00:00Z");

beforeEach(async () => {
  await clearOutbox();
  await asAdmin((query) =>
    query("update private.job_rows set done_at = now(), failure = 'stopped' where done_at is null"),
  );
  await setClock(noon);
});
afterAll(() => setClock(null));

const clients = (count: number, change: Partial<Client> = {}): Client[] =>
  Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    email: `client-${index}-${randomUUID()}@people.example`,
    name: `Client ${index}`,
    due_on: "2027-01-30",
    ...change,
  }));

interface Office {
  owner: Person;
  workspace: string;
  template: string;
}

async function office(): Promise<Office> {
  const owner = await signUp("nora");
  const workspace = await openWorkspace(owner);
  const draft = draftOf([{ title: "Passport", section: "Identity" }, { title: "Payslip" }]);
  const template = granted(await owner.rpc("create_template", { workspace, draft })) as string;
  return { owner, workspace, template };
}

const send = ({ owner, template }: Office, people: readonly unknown[], change: object = {}) => {
  const job = randomUUID();
  const call = {
    job,
    template,
    title: "Tax return, {name}",
    message: "By {due}, {name}.",
    people,
    ...change,
  };
  return { job: (call as { job: string }).job, answer: owner.rpc("send_to_many", call) };
};

async function sendNow(place: Office, people: readonly unknown[], change: object = {}): Promise<string> {
  const { job, answer } = send(place, people, change);
  granted(await answer);
  return job;
}

const claim = (worker: string, batch = 20) =>
  work<{ job: string; number: number }>("select * from public.claim_bulk($1, $2)", [worker, batch]);

async function finish(worker: string, { job, number }: { job: string; number: number }) {
  const [row] = await work<{ outcome: string | null }>("select public.finish_bulk($1, $2, $3) as outcome", [
    job,
    number,
    worker,
  ]);
  return row?.outcome;
}

/** Works off all that is due, and counts what became of it. */
async function workAll(worker = randomUUID()): Promise<Record<string, number>> {
  const ends: Record<string, number> = {};
  for (let due = await claim(worker); due.length > 0; due = await claim(worker)) {
    for (const row of due) {
      const end = String(await finish(worker, row));
      ends[end] = (ends[end] ?? 0) + 1;
    }
  }
  return ends;
}

async function details({ owner }: Office, job: string): Promise<Record<string, unknown>> {
  const [row] = granted(await owner.rpc("bulk_details", { job })) as Record<string, unknown>[];
  return row ?? {};
}

const people = async ({ owner }: Office, job: string, filter = "all", after = "") =>
  granted(await owner.rpc("bulk_people", { job, filter, after })) as Progress[];

const madeBy = (job: string) =>
  adminRows<{
    title: string;
    message: string;
    due_on: string;
    status: string;
    sent_by: string;
    email: string;
  }>(
    `select r.title, r.message, r.due_on::text as due_on, r.status, r.sent_by, r.invites, p.email
     from private.job_rows as l
     join public.requests as r on r.id = l.request_id
     join public.recipients as p on p.request_id = r.id
     where l.job_id = $1 order by l.number`,
    [job],
  );

describe("a template for many people", () => {
  test("becomes a sent request for each, in the sender's name", async () => {
    const place = await office();
    const [item] = await itemsOf(place.owner, place.template);
    await addExample(place.owner, item?.id ?? "");
    const list = clients(3);
    const job = await sendNow(place, list);
    expect(await madeBy(job)).toEqual([]);
    expect(await workAll()).toEqual({ sent: 3 });
    expect(await madeBy(job)).toEqual(
      list.map(({ email, name }) => ({
        title: `Tax return, ${name}`,
        message: `By 30 Jan 2027, ${name}.`,
        due_on: "2027-01-30",
        status: "open",
        sent_by: place.owner.userId,
        invites: true,
        email,
      })),
    );
    const [first] = await people(place, job);
    const request = first?.request_id ?? "";
    expect((await itemsOf(place.owner, request)).length).toBe(2);
    expect(
      await adminRows("select kind, actor from public.events where request_id = $1 order by seq", [request]),
    ).toEqual([
      { kind: "created", actor: place.owner.userId },
      { kind: "sent", actor: place.owner.userId },
    ]);
    expect(
      await adminRow("select count(*)::int as n from public.item_examples where request_id = $1", [request]),
    ).toEqual({ n: 1 });
    expect(await details(place, job)).toMatchObject({
      people: 3,
      waiting: 3,
      sent: 0,
      items: 2,
      next_at: null,
    });
    expect((await people(place, job, "waiting")).map(({ state }) => state)).toEqual([
      "sending",
      "sending",
      "sending",
    ]);
    expect((await sendDue()).map(({ address }) => address).sort()).toEqual(
      list.map(({ email }) => email).sort(),
    );
    expect(await details(place, job)).toMatchObject({ people: 3, waiting: 0, sent: 3, problems: 0 });
  });

  test("needs no message", async () => {
    const place = await office();
    const job = await sendNow(place, clients(1), { message: null });
    await workAll();
    expect(await madeBy(job)).toMatchObject([{ message: "" }]);
  });

  test("is stored once, however often it is confirmed", async () => {
    const place = await office();
    const list = clients(2);
    const job = await sendNow(place, list);
    await sendNow(place, list, { job });
    await workAll();
    await sendNow(place, clients(5), { job });
    expect(await workAll()).toEqual({});
    expect((await madeBy(job)).length).toBe(2);
  });

  test("stays as it was when it was confirmed", async () => {
    const place = await office();
    const job = await sendNow(place, clients(1));
    granted(
      await place.owner.rpc("edit_request", {
        request: place.template,
        revision: 0,
        change: draftOf([{ title: "Other" }]),
      }),
    );
    granted(await place.owner.rpc("delete_draft", { request: place.template }));
    expect(await workAll()).toEqual({ sent: 1 });
    const [made] = await people(place, job);
    expect((await itemsOf(place.owner, made?.request_id ?? "")).length).toBe(2);
    expect(await details(place, job)).toMatchObject({ template_id: null, items: 2 });
    expect(granted(await place.owner.rpc("workspace_templates", { workspace: place.workspace }))).toEqual([]);
  });

  test("has a copy of the template that nobody can change or delete", async () => {
    const place = await office();
    const job = await sendNow(place, clients(1));
    const { checklist_id: request } = await adminRow<{ checklist_id: string }>(
      "select checklist_id from private.jobs where id = $1",
      [job],
    );
    const change = { title: "Other" };
    expectNotFound(await place.owner.rpc("edit_request", { request, revision: 0, change }));
    expectNotFound(await place.owner.rpc("delete_draft", { request }));
    expectNotFound(await place.owner.rpc("use_template", { template: request }));
    expect(await workAll()).toEqual({ sent: 1 });
  });

  test("names one month for everyone, also after a night", async () => {
    const place = await office();
    const job = await sendNow(place, clients(2), { title: "Payslips {month}, {name}" });
    const { title } = await adminRow<{ title: string }>("select title from private.jobs where id = $1", [
      job,
    ]);
    const month = new Intl.DateTimeFormat("en", { month: "long", timeZone: "UTC" }).format(new Date());
    expect(title).toBe(`Payslips ${month}, {name}`);
  });

  test("fills in placeholders as the page does, and none that a name contains", async () => {
    const place = await office();
    const names = ["Ana Duarte", "{due}", "{name}"];
    const list = clients(3).map((client, index) => Object.assign(client, { name: names[index] ?? "" }));
    const job = await sendNow(place, list, { title: "{name}, {due}: {name} {x}" });
    await workAll();
    expect((await madeBy(job)).map(({ title }) => title)).toEqual(
      list.map(({ name, due_on }) => fillPlaceholders("{name}, {due}: {name} {x}", { name, dueOn: due_on })),
    );
  });

  test.each([
    ["nobody", [], {}, "bulk.rows"],
    ["too many people", clients(limits.bulkPeople + 1), {}, "bulk.rows"],
    ["rows without a number", [{ email: "a@b.example", name: "A", due_on: "2027-01-30" }], {}, "bulk.rows"],
    ["something else than rows", ["a@b.example"], {}, "bulk.rows"],
    [
      "one address twice",
      [...clients(1, { email: "a@b.example" }), { ...clients(1)[0], number: 2, email: " A@B.example" }],
      {},
      "bulk.duplicate",
    ],
    ["no address", clients(1, { email: "" }), {}, "draft.recipient"],
    ["a name that is an address", clients(1, { name: "a@b" }), {}, "draft.recipient_name"],
    ["an assignee of nowhere", clients(1, { assignee: randomUUID() }), {}, "assignee.not_member"],
    ["an assignee by name", clients(1, { assignee: "Idris Okafor" }), {}, "assignee.not_member"],
    ["a day that isn't one", clients(1, { due_on: "2027-02-30" }), {}, "draft.due_on"],
    ["a name that the title mentions", clients(1, { name: " " }), {}, "bulk.placeholder"],
    ["a date that the message mentions", clients(1, { due_on: null }), {}, "bulk.placeholder"],
    [
      "a title that is too long with a name",
      clients(1, { name: "n".repeat(80) }),
      { title: "{name}{name}x" },
      "draft.title",
    ],
    [
      "a message that is too long",
      clients(1),
      { message: "x".repeat(limits.messageLength + 1) },
      "draft.message",
    ],
  ])("is refused with %s, and nothing is stored", async (_, list, change, code) => {
    const place = await office();
    const { job, answer } = send(place, list, change);
    expectRefusal(await answer, 422, code);
    expectNotFound(await place.owner.rpc("bulk_details", { job }));
  });

  test("takes as many people as it says, and a workspace has a daily quota of them", async () => {
    const place = await office();
    const list = clients(limits.bulkPeople);
    await sendNow(place, list);
    // As three more do.
    await asAdmin((query) =>
      query("update private.usage set used = 4 * used where name = 'bulk_rows' and subject = $1", [
        place.workspace,
      ]),
    );
    await sendNow(place, list);
    expectRefusal(await send(place, clients(1)).answer, 422, "quota.bulk_rows");
    expect(
      (granted(await place.owner.rpc("workspace_bulks", { workspace: place.workspace })) as object[]).length,
    ).toBe(2);
  });

  test("isn't one of the workspace's templates twice", async () => {
    const place = await office();
    await asAdmin(async (query) => {
      await query(
        `with made as (
           insert into public.requests (workspace_id, title, message, created_by, is_template)
           select $1, 'T', '', $2, true from generate_series(1, 198) returning id
         ) insert into private.templates (request_id) select id from made`,
        [place.workspace, place.owner.userId],
      );
    });
    await sendNow(place, clients(1));
    granted(await place.owner.rpc("save_as_template", { request: place.template }));
    expectRefusal(
      await place.owner.rpc("save_as_template", { request: place.template }),
      422,
      "template.too_many",
    );
  });
});

describe("each person gets one request", () => {
  test("also if a worker dies, or finishes twice", async () => {
    const place = await office();
    const job = await sendNow(place, clients(4));
    const [died, other] = [randomUUID(), randomUUID()];
    const [first, second] = await claim(died, 2);
    if (!first || !second) throw new Error("Nothing was due");
    expect(await finish(died, first)).toBe("sent");
    expect(await finish(died, first)).toBe(null);
    expect((await claim(other, 20)).map(({ number }) => number)).toEqual([3, 4]);
    expect(await finish(other, second)).toBe(null);
    await asAdmin((query) =>
      query("update private.job_rows set claimed_until = now() - interval '1 second'"),
    );
    expect((await claim(other)).map(({ number }) => number)).toEqual([2, 3, 4]);
    expect(await finish(died, second)).toBe(null);
    for (const number of [2, 3, 4]) expect(await finish(other, { job, number })).toBe("sent");
    expect((await madeBy(job)).length).toBe(4);
  });

  test("and a row that stops every worker is given up", async () => {
    const place = await office();
    const job = await sendNow(place, clients(1));
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(await claim(randomUUID())).toHaveLength(1);
      await asAdmin((query) =>
        query("update private.job_rows set claimed_until = now() - interval '1 second'"),
      );
    }
    expect(await claim(randomUUID())).toEqual([]);
    expect(await people(place, job, "problems")).toMatchObject([{ state: "failed", failure: "bulk.failed" }]);
  });

  test("unless the address is a member's, which the page says", async () => {
    const place = await office();
    const list = clients(2);
    const job = await sendNow(place, [{ ...list[0], email: place.owner.email }, ...list.slice(1)]);
    expect(await workAll()).toEqual({ failed: 1, sent: 1 });
    expect(await people(place, job, "problems")).toMatchObject([
      { email: place.owner.email, state: "failed", failure: "recipient.member", request_id: null },
    ]);
    expect(await details(place, job)).toMatchObject({ people: 2, problems: 1, waiting: 1 });
    await sendDue();
    expect((await people(place, job)).map(({ state }) => state)).toEqual(["failed", "sent"]);
  });

  test("and one whose address takes no email is a problem, until it is corrected", async () => {
    const place = await office();
    const list = clients(2);
    const job = await sendNow(place, list);
    await workAll();
    await sendDue(({ address }) => (address === list[1]?.email ? "refused" : "sent"));
    const [problem, ...others] = await people(place, job);
    expect(problem).toMatchObject({ email: list[1]?.email, state: "unreachable" });
    expect(others).toMatchObject([{ email: list[0]?.email, state: "sent" }]);
    const request = problem?.request_id ?? "";
    const { id } = await adminRow<{ id: string }>("select id from public.recipients where request_id = $1", [
      request,
    ]);
    const right = `right-${randomUUID()}@people.example`;
    const change = { recipients: [{ id, email: right, name: "Client 1" }] };
    granted(await place.owner.rpc("edit_request", { request, revision: 1, change }));
    await sendDue();
    expect(await people(place, job, "sent")).toMatchObject([{ email: list[0]?.email }, { email: right }]);
  });
});

describe("pausing and stopping", () => {
  test("a paused job waits, also for those whom a worker has claimed", async () => {
    const place = await office();
    const job = await sendNow(place, clients(3));
    const worker = randomUUID();
    const [first, second] = await claim(worker, 2);
    if (!first || !second) throw new Error("Nothing was due");
    expect(await finish(worker, first)).toBe("sent");
    granted(await place.owner.rpc("pause_bulk", { job, paused: true }));
    expect(await finish(worker, second)).toBe(null);
    expect(await workAll()).toEqual({});
    expect(await details(place, job)).toMatchObject({ paused_at: expect.any(String), next_at: null });
    granted(await place.owner.rpc("pause_bulk", { job, paused: false }));
    await asAdmin((query) => query("update private.job_rows set claimed_until = null"));
    expect(await workAll()).toEqual({ sent: 2 });
    expect(await details(place, job)).toMatchObject({ paused_at: null });
  });

  test("a stopped job sends nothing more, and keeps what it sent", async () => {
    const place = await office();
    const job = await sendNow(place, clients(3));
    const worker = randomUUID();
    const [first] = await claim(worker, 1);
    if (!first) throw new Error("Nothing was due");
    await finish(worker, first);
    await sendDue();
    granted(await place.owner.rpc("stop_bulk", { job }));
    granted(await place.owner.rpc("pause_bulk", { job, paused: false }));
    expect(await workAll()).toEqual({});
    expect(await details(place, job)).toMatchObject({ stopped_at: expect.any(String), sent: 1, unsent: 2 });
    expect((await people(place, job)).map(({ state }) => state)).toEqual(["sent", "stopped", "stopped"]);
  });

  test("a job that is done can't be stopped any more", async () => {
    const place = await office();
    const job = await sendNow(place, clients(1));
    await workAll();
    granted(await place.owner.rpc("stop_bulk", { job }));
    expect(await details(place, job)).toMatchObject({ stopped_at: null, unsent: 0 });
  });

  test("nothing is sent in the name of a member who has left, until another member resumes the job", async () => {
    const place = await office();
    const lind = await signUp("lind");
    await enrol(place.workspace, lind, "member");
    const job = await sendNow({ ...place, owner: lind }, clients(2));
    await asAdmin((query) => query("delete from public.members where user_id = $1", [lind.userId]));
    expect(await workAll()).toEqual({ waits: 2 });
    expectNotFound(await lind.rpc("bulk_details", { job }));
    expect(await details(place, job)).toMatchObject({ can_send: false, next_at: null, waiting: 2 });
    granted(await place.owner.rpc("pause_bulk", { job, paused: false }));
    expect(await workAll()).toEqual({ sent: 2 });
    expect((await madeBy(job)).map(({ sent_by }) => sent_by)).toEqual([1, 2].map(() => place.owner.userId));
  });

  test("nor in the name of a member without the second factor that is required by now", async () => {
    const place = await office();
    const lind = await signUp("lind");
    await enrol(place.workspace, lind, "member");
    const job = await sendNow({ ...place, owner: lind }, clients(1));
    await requireSecondFactor(place.workspace);
    expect(await workAll()).toEqual({ waits: 1 });
    expect(await madeBy(job)).toEqual([]);
  });

  test("nor in the name of a suspended account", async () => {
    const place = await office();
    const job = await sendNow(place, clients(1));
    await asAdmin((query) =>
      query("update auth.users set banned_until = 'infinity' where id = $1", [place.owner.userId]),
    );
    expect(await workAll()).toEqual({ waits: 1 });
    expect(await madeBy(job)).toEqual([]);
  });
});

describe("the cap on new addresses", () => {
  test("lets the others wait for the next days, and says until when", async () => {
    const place = await office();
    const job = await sendNow(place, clients(45));
    expect(await workAll()).toEqual({ sent: 20, waits: 25 });
    expect(await sendDue()).toHaveLength(20);
    expect(await details(place, job)).toMatchObject({
      sent: 20,
      waiting: 25,
      new_today: 20,
      new_allowed: 20,
      ends_on: "2026-12-04",
      next_at: expect.toSatisfy((at: string) => Date.parse(at) === dayAfter.getTime()),
    });
    await setClock(dayAfter);
    expect(await workAll()).toEqual({ sent: 20, waits: 5 });
    await setClock(new Date("2026-12-04T00:00:00Z"));
    expect(await workAll()).toEqual({ sent: 5 });
    expect((await madeBy(job)).length).toBe(45);
  });

  test("counts an address once for a job and for its email, and known ones not at all", async () => {
    const place = await office();
    const list = clients(20);
    await sendNow(place, list);
    await workAll();
    expect(await sendDue()).toHaveLength(20);
    const again = await sendNow(place, [...list.slice(0, 5), { ...clients(1)[0], number: 99 }]);
    expect(await workAll()).toEqual({ sent: 5, waits: 1 });
    expect(await details(place, again)).toMatchObject({ new_today: 20, ends_on: "2026-12-03" });
  });

  test("isn't used up by a row that failed", async () => {
    const place = await office();
    await sendNow(place, [{ ...clients(1)[0], email: place.owner.email }]);
    expect(await workAll()).toEqual({ failed: 1 });
    const job = await sendNow(place, clients(1));
    expect(await details(place, job)).toMatchObject({ new_today: 0 });
  });

  test("and so do those beyond the day's quota of requests", async () => {
    const place = await office();
    await asAdmin((query) =>
      query(
        `insert into private.usage (name, subject, since, used)
         values ('requests', $1, date_trunc('day', now(), 'UTC'), 998)
         on conflict on constraint usage_pkey do update set used = 998`,
        [place.workspace],
      ),
    );
    const job = await sendNow(place, clients(2));
    expect(await workAll()).toEqual({ sent: 1, waits: 1 });
    expect(await people(place, job, "problems")).toEqual([]);
  });
});

describe("an assignee in the list", () => {
  const assigneesOf = async (job: string) =>
    (
      await adminRows<{ assignee: string }>(
        `select r.assignee from private.job_rows as l join public.requests as r on r.id = l.request_id
         where l.job_id = $1 order by l.number`,
        [job],
      )
    ).map(({ assignee }) => assignee);

  test("looks after the request, and is told what arrives in place of the sender", async () => {
    const place = await office();
    const idris = await signUp("idris");
    await enrol(place.workspace, idris, "member");
    const [first, second] = clients(2);
    const job = await sendNow(place, [{ ...first, assignee: idris.userId }, second]);
    expect(await workAll()).toEqual({ sent: 2 });
    expect(await assigneesOf(job)).toEqual([idris.userId, place.owner.userId]);
    const [row] = await people(place, job);
    const watches = async (by: Person) =>
      granted(await by.rpc("watches_request", { request: row?.request_id }));
    expect([await watches(idris), await watches(place.owner)]).toEqual([true, false]);
  });

  test("who has left by then is replaced by the sender", async () => {
    const place = await office();
    const idris = await signUp("idris");
    await enrol(place.workspace, idris, "member");
    const job = await sendNow(place, clients(1, { assignee: idris.userId }));
    granted(await idris.rpc("remove_member", { workspace: place.workspace, member: idris.userId }));
    expect(await workAll()).toEqual({ sent: 1 });
    expect(await assigneesOf(job)).toEqual([place.owner.userId]);
  });
});

describe("people who got no request", () => {
  /** A job of two people, of whom one is a member for a while. */
  async function failedOnce() {
    const place = await office();
    const idris = await signUp("idris");
    const [first, second] = clients(2);
    const job = await sendNow(place, [{ ...first, email: idris.email }, second]);
    await enrol(place.workspace, idris, "member");
    expect(await workAll()).toEqual({ failed: 1, sent: 1 });
    return { place, job, idris };
  }
  const leave = (place: Office, member: Person) =>
    asAdmin((query) =>
      query("delete from public.members where workspace_id = $1 and user_id = $2", [
        place.workspace,
        member.userId,
      ]),
    );

  test("are tried again, and each has one request in the end", async () => {
    const { place, job, idris } = await failedOnce();
    expect(await details(place, job)).toMatchObject({ problems: 1, failed: 1, waiting: 1 });
    await leave(place, idris);
    expect(granted(await place.owner.rpc("retry_bulk", { job }))).toBe(1);
    expect(granted(await place.owner.rpc("retry_bulk", { job }))).toBe(0);
    expect(await details(place, job)).toMatchObject({ problems: 0, failed: 0, waiting: 2 });
    expect(await workAll()).toEqual({ sent: 1 });
    expect(granted(await place.owner.rpc("retry_bulk", { job }))).toBe(0);
    expect(await workAll()).toEqual({});
    expect(await madeBy(job)).toHaveLength(2);
  });

  test("fail again for the same reason", async () => {
    const { place, job } = await failedOnce();
    expect(granted(await place.owner.rpc("retry_bulk", { job }))).toBe(1);
    expect(await workAll()).toEqual({ failed: 1 });
    expect(await people(place, job, "problems")).toMatchObject([
      { failure: "recipient.member", request_id: null },
    ]);
  });

  test("wait while the job is paused, and stay as they are once it was stopped", async () => {
    const { place, job, idris } = await failedOnce();
    await leave(place, idris);
    granted(await place.owner.rpc("pause_bulk", { job, paused: true }));
    expect(granted(await place.owner.rpc("retry_bulk", { job }))).toBe(1);
    expect(await workAll()).toEqual({});
    granted(await place.owner.rpc("stop_bulk", { job }));
    expect(granted(await place.owner.rpc("retry_bulk", { job }))).toBe(0);
    expect(await workAll()).toEqual({});
    expect(await madeBy(job)).toHaveLength(1);
  });

  test("get their request in the name of who tries again, if the sender has left", async () => {
    const { place, job, idris } = await failedOnce();
    const maya = await signUp("maya");
    await enrol(place.workspace, maya, "owner");
    await leave(place, idris);
    await leave(place, place.owner);
    expect(granted(await maya.rpc("retry_bulk", { job }))).toBe(1);
    expect(await workAll()).toEqual({ sent: 1 });
    expect((await madeBy(job)).map(({ sent_by }) => sent_by).toSorted()).toEqual(
      [maya.userId, place.owner.userId].toSorted(),
    );
  });
});

test("people are listed 50 at a time, in an order that a page can continue", async () => {
  const place = await office();
  const job = await sendNow(place, clients(60));
  const first = await people(place, job);
  const second = await people(place, job, "all", first.at(-1)?.position);
  expect([first.length, second.length]).toEqual([50, 10]);
  expect(new Set([...first, ...second].map(({ email }) => email)).size).toBe(60);
});

test("jobs are deleted after 90 days, but not while a row waits", async () => {
  const place = await office();
  const [ended, waiting] = [await sendNow(place, clients(1)), await sendNow(place, clients(1))];
  await asAdmin(async (query) => {
    await query("update private.jobs set created_at = now() - interval '91 days' where id = any($1)", [
      [ended, waiting],
    ]);
    await query("update private.job_rows set done_at = now() where job_id = $1", [ended]);
  });
  const copy = await adminRow<{ id: string }>("select checklist_id as id from private.jobs where id = $1", [
    ended,
  ]);
  await work("select public.retire_files(24, 100)");
  expectNotFound(await place.owner.rpc("bulk_details", { job: ended }));
  expect(await adminRows("select from public.requests where id = $1", [copy.id])).toEqual([]);
  expect(await details(place, waiting)).toMatchObject({ people: 1 });
});
