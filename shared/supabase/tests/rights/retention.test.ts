import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { adminRow, adminRows, asAdmin } from "./testing/database.ts";
import { expectNotFound, expectRefusal, granted } from "./testing/expectations.ts";
import { enrol } from "./testing/cast.ts";
import { type Person, signUp } from "./testing/people.ts";
import { prove, proveAll } from "./testing/prove.ts";
import { draftOf, openWorkspace, type SentRequest, sendRequest, upload } from "./testing/requests.ts";
import { clearOutbox, sendDue, setClock, work } from "./testing/worker.ts";

const dayMs = 86_400_000;

/** Moves the clock to so many days after the start of the test, and a bit. */
const day = (days: number) => setClock(new Date(Date.now() + days * dayMs + 3_600_000));

async function count(call: string): Promise<number> {
  const [row] = await work<{ done: number }>(`select public.${call} as done`);
  return row?.done ?? 0;
}

/** As the worker's task does. */
async function runExpiry(): Promise<void> {
  for (const call of ["plan_expiries(50)", "erase_expired(50)", "empty_bin(50)"])
    while ((await count(call)) > 0);
}

const secret = "My account number is 4711";

/** A request that has ended, with an accepted file and an accepted text. */
async function endedRequest(options: { days?: number; sensitiveDays?: number } = {}) {
  const requester = await signUp("nora");
  const workspace = await openWorkspace(requester);
  if (options.days !== undefined) await keep(requester, workspace, options.days, options.sensitiveDays);
  const sent = await sendRequest({
    requester,
    workspace,
    items: [{ title: "Lease" }, { title: "Bank account", kind: "text", sensitive: true }],
  });
  const [lease, account] = sent.items;
  const file = await upload(sent.recipient, lease?.id ?? "", "lease.pdf");
  granted(
    await sent.recipient.rpc("answer_item", { item: account?.id, revision: 0, kind: "text", answer: secret }),
  );
  for (const item of [lease, account])
    granted(await requester.rpc("decide_item", { item: item?.id, revision: 1, decision: "accept" }));
  await clearOutbox();
  return { ...sent, file };
}

async function keep(person: Person, workspace: string, days: number | null, sensitiveDays?: number) {
  await prove(person, "retention");
  granted(await person.rpc("set_retention", { workspace, days, sensitive_days: sensitiveDays ?? null }));
}

async function left({ id }: SentRequest): Promise<{ files: number; answers: number }> {
  const row = await adminRow<{ files: number; answers: number }>(
    `select
       (select count(*)::integer from public.files where request_id = $1 and status = 'stored') as files,
       (select count(*)::integer from public.items where request_id = $1 and answer is not null) as answers`,
    [id],
  );
  if (!row) throw new Error("The database counts");
  return row;
}

const everything = { files: 1, answers: 1 };
const nothing = { files: 0, answers: 0 };

const kindsOf = async ({ id }: SentRequest): Promise<string[]> =>
  (
    await adminRows<{ kind: string }>("select kind from public.events where request_id = $1 order by seq", [
      id,
    ])
  ).map(({ kind }) => kind);

const termsOf = async (person: Person, { id }: SentRequest) =>
  (granted(await person.rpc("request_retention", { request: id })) as Record<string, unknown>[])[0];

/** Emails of retention that are due, to the members of a request's workspace; other tests leave requests, too. */
async function warnings({ workspace }: SentRequest) {
  const members = await adminRows<{ email: string }>(
    "select u.email from public.members as m join auth.users as u on u.id = m.user_id where m.workspace_id = $1",
    [workspace],
  );
  const sent = await sendDue();
  return sent.filter(
    ({ kind, address }) => kind === "expiry" && members.some(({ email }) => email === address),
  );
}

beforeEach(async () => {
  await clearOutbox();
  // Thousands of requests that other tests left would otherwise all be reported.
  await asAdmin((query) =>
    query(
      `insert into private.silences (request_id, told_at)
       select r.id, 'infinity' from public.requests as r where r.status = 'open' on conflict do nothing`,
    ),
  );
});
afterEach(async () => {
  await setClock(null);
  await clearOutbox();
  // Requests of one test would be warned about in the next one.
  await asAdmin((query) =>
    query("update public.workspaces set retain_days = null, retain_sensitive_days = null"),
  );
  await asAdmin((query) =>
    query("update public.requests set retain_days = null, retain_sensitive_days = null, erase_at = null"),
  );
  await asAdmin((query) => query("delete from private.expiries"));
});

describe("what expires", () => {
  test("is erased after two warnings, and what it was called stays", async () => {
    const sent = await endedRequest({ days: 30 });
    await day(15);
    await runExpiry();
    expect(await warnings(sent)).toEqual([]);
    expect(await termsOf(sent.recipient, sent)).toMatchObject({ days: 30, erase_at: null });

    await day(17);
    await runExpiry();
    await day(17.1);
    const first = await warnings(sent);
    expect(first).toMatchObject([
      {
        kind: "expiry",
        address: sent.requester.email,
        facts: {
          workspace: "Okafor & Lind",
          requests: [{ title: "Papers for the year", files: 1, answers: 1 }],
        },
      },
    ]);
    const { erase_at: eraseAt } = (await termsOf(sent.recipient, sent)) ?? {};
    expect(new Date(String(eraseAt)).getTime()).toBeGreaterThan(Date.now() + 30 * dayMs);

    await day(27);
    await runExpiry();
    expect(await warnings(sent)).toEqual([]);
    await day(29.5);
    await runExpiry();
    await day(29.6);
    expect(await warnings(sent)).toHaveLength(1);
    await day(30);
    await runExpiry();
    expect(await left(sent)).toEqual(everything);

    await day(32);
    await runExpiry();
    expect(await left(sent)).toEqual(nothing);
    expect(await warnings(sent)).toEqual([]);
    expect((await kindsOf(sent)).slice(-2)).toEqual(["erasure_announced", "erased"]);
    const stone = `select=name,size,sha256,status,removed_by,purged_at&id=eq.${sent.file.file_id}`;
    for (const person of [sent.requester, sent.recipient])
      expect(granted(await person.knock(`/rest/v1/files?${stone}`))).toEqual([
        {
          name: "lease.pdf",
          size: expect.any(Number),
          sha256: expect.any(String),
          status: "removed",
          removed_by: null,
          purged_at: null,
        },
      ]);
    expect(await termsOf(sent.recipient, sent)).toMatchObject({
      erased_at: expect.any(String),
      erase_at: null,
    });
  });

  test("is announced to members who watch a request, not to one who has left, nor once it is open again", async () => {
    const sent = await endedRequest({ days: 30 });
    const former = await signUp("tomas");
    await enrol(sent.workspace, former, "member");
    granted(await former.rpc("watch_request", { request: sent.id, watched: true }));
    const watching = await signUp("ines");
    await enrol(sent.workspace, watching, "member");
    granted(await watching.rpc("watch_request", { request: sent.id, watched: true }));
    await day(17);
    await runExpiry();
    granted(await sent.requester.rpc("remove_member", { workspace: sent.workspace, member: former.userId }));
    await day(17.1);
    const told = (await warnings(sent)).map(({ address }) => address);
    expect(told.toSorted()).toEqual([sent.requester.email, watching.email].toSorted());
    await day(29.5);
    await runExpiry();
    granted(await sent.requester.rpc("undo_decision", { item: sent.items[0]?.id, revision: 2 }));
    await day(29.6);
    expect(await warnings(sent)).toEqual([]);
  });

  test("can't be brought back by undoing a decision, and the history still verifies", async () => {
    const sent = await endedRequest({ days: 30 });
    for (const at of [17, 29, 32]) {
      await day(at);
      await runExpiry();
    }
    const [lease] = sent.items;
    expectRefusal(
      await sent.requester.rpc("undo_decision", { item: lease?.id, revision: 2 }),
      409,
      "item.stale",
    );
    expect(granted(await sent.requester.rpc("verify_history", { request: sent.id }))).toMatchObject([
      { broken_seq: null },
    ]);
  });

  test("erases receipts along with answers, and ends the work on one that has read them", async () => {
    const sent = await endedRequest({ days: 30 });
    const receipts =
      "select c.id from private.receipts as c join public.recipients as p on p.id = c.recipient_id where p.request_id = $1 and c.issued_at is not null";
    await asAdmin((query) =>
      query(
        `insert into private.receipts (recipient_id, issued_at, seq, document)
         select p.id, now(), 1, '{}' from public.recipients as p where p.request_id = $1`,
        [sent.id],
      ),
    );
    for (const at of [17, 29]) {
      await day(at);
      await runExpiry();
    }
    expect(await adminRows(receipts, [sent.id])).toHaveLength(1);
    await asAdmin((query) =>
      query(
        `update private.receipts as c set claimed_by = gen_random_uuid(), claimed_until = 'infinity'
         from public.recipients as p where p.id = c.recipient_id and p.request_id = $1 and c.issued_at is null`,
        [sent.id],
      ),
    );
    await day(32);
    await runExpiry();
    expect(await adminRows(receipts, [sent.id])).toEqual([]);
    expect(
      await adminRows(
        `select c.claimed_by from private.receipts as c join public.recipients as p on p.id = c.recipient_id
         where p.request_id = $1`,
        [sent.id],
      ),
    ).toEqual([{ claimed_by: null }]);
  });

  test("is sooner for sensitive items, and the rest follows with separate warnings", async () => {
    const sent = await endedRequest({ days: 90, sensitiveDays: 30 });
    expect(await termsOf(sent.recipient, sent)).toMatchObject({ days: 90, sensitive_days: 30 });
    for (const at of [17, 29, 32]) {
      await day(at);
      await runExpiry();
    }
    expect(await left(sent)).toEqual({ files: 1, answers: 0 });
    await clearOutbox();
    await day(77);
    await runExpiry();
    await day(77.1);
    expect(await warnings(sent)).toMatchObject([{ facts: { requests: [{ files: 1, answers: 0 }] } }]);
    for (const at of [89, 92]) {
      await day(at);
      await runExpiry();
    }
    expect(await left(sent)).toEqual(nothing);
  });

  test("leaves alone what is open, and starts anew when a request is closed again", async () => {
    const open = await sendRequest({});
    await keep(open.requester, open.workspace, 30);
    await upload(open.recipient, open.item.id);
    const sent = await endedRequest({ days: 30 });
    await day(17);
    await runExpiry();
    granted(await sent.requester.rpc("undo_decision", { item: sent.items[0]?.id, revision: 2 }));
    expect(await termsOf(sent.recipient, sent)).toMatchObject({ erase_at: null, ended_at: null });
    await day(60);
    await runExpiry();
    expect(await left(sent)).toEqual(everything);
    expect(await left(open)).toMatchObject({ files: 1 });
  });

  test("counts from its arrival for a file that came late", async () => {
    const { id, workspace, requester, recipient, items } = await sendRequest({
      items: [{ title: "Passport" }, { title: "Letter", required: false }],
    });
    await keep(requester, workspace, 30);
    const [passport, letter] = items;
    await upload(recipient, passport?.id ?? "");
    granted(await requester.rpc("decide_item", { item: passport?.id, revision: 1, decision: "accept" }));
    await asAdmin((query) =>
      query("update public.requests set closed_at = now() - interval '20 days' where id = $1", [id]),
    );
    await asAdmin((query) =>
      query("update public.files set stored_at = now() - interval '21 days' where request_id = $1", [id]),
    );
    await upload(recipient, letter?.id ?? "");
    for (const at of [0, 13, 16]) {
      await day(at);
      await runExpiry();
    }
    expect(
      await adminRows("select name from public.files where request_id = $1 and status = 'stored'", [id]),
    ).toHaveLength(1);
  });
});

describe("nothing is erased sooner than members were told", () => {
  test("if the number of days is lowered while a warning is out", async () => {
    const sent = await endedRequest({ days: 60 });
    await day(47);
    await runExpiry();
    const told = (await termsOf(sent.requester, sent))?.["erase_at"];
    await keep(sent.requester, sent.workspace, 30);
    for (const at of [48, 50, 59.5]) {
      await day(at);
      await runExpiry();
      expect(await left(sent), `day ${at}`).toEqual(everything);
    }
    // The second warning came half a day late, and nothing is erased within two days of it.
    expect(String((await termsOf(sent.requester, sent))?.["erase_at"]) > String(told)).toBe(true);
    await day(62);
    await runExpiry();
    expect(await left(sent)).toEqual(nothing);
  });

  test("if the number of days is lowered below what has passed", async () => {
    const sent = await endedRequest();
    await day(400);
    await runExpiry();
    expect(await warnings(sent)).toEqual([]);
    await keep(sent.requester, sent.workspace, 30);
    for (const at of [400, 412.5, 413.5]) {
      await day(at);
      await runExpiry();
      expect(await left(sent), `day ${at}`).toEqual(everything);
    }
    await day(415);
    await runExpiry();
    expect(await left(sent)).toEqual(nothing);
  });

  test("if no worker ran at the time of the second warning", async () => {
    const sent = await endedRequest({ days: 30 });
    await day(17);
    await runExpiry();
    await day(40);
    await runExpiry();
    expect(await left(sent)).toEqual(everything);
    await day(43);
    await runExpiry();
    expect(await left(sent)).toEqual(nothing);
  });

  test("if the clock was set forward and back again", async () => {
    const sent = await endedRequest({ days: 30 });
    await day(5000);
    await runExpiry();
    await day(1);
    await runExpiry();
    expect(await left(sent)).toEqual(everything);
    await day(17);
    await runExpiry();
    await clearOutbox();
    expect((await termsOf(sent.recipient, sent))?.["erase_at"]).toMatch(/^20[2-3]/);
    await day(29);
    await runExpiry();
    expect(await left(sent)).toEqual(everything);
    await day(32);
    await runExpiry();
    expect(await left(sent)).toEqual(nothing);
  });
});

describe("the number of days", () => {
  test("that recipients were promised isn't raised, and is lowered with the workspace's", async () => {
    const sent = await endedRequest({ days: 90 });
    await keep(sent.requester, sent.workspace, 365);
    expect(await termsOf(sent.recipient, sent)).toMatchObject({ days: 90 });
    await keep(sent.requester, sent.workspace, null);
    expect(await termsOf(sent.recipient, sent)).toMatchObject({ days: 90 });
    await keep(sent.requester, sent.workspace, 45);
    expect(await termsOf(sent.recipient, sent)).toMatchObject({ days: 45 });
  });

  test("is set by owners and admins, who prove themselves to lower it", async () => {
    const owner = await signUp("nora");
    const workspace = await openWorkspace(owner);
    const set = (person: Person, days: number | null, sensitive: number | null = null) =>
      person.rpc("set_retention", { workspace, days, sensitive_days: sensitive });
    expectRefusal(await set(owner, 90), 403, "proof.required");
    await prove(owner, "retention");
    granted(await set(owner, 90));
    granted(await set(owner, 120));
    expectRefusal(await set(owner, 120, 60), 403, "proof.required");
    await prove(owner, "retention");
    granted(await set(owner, 120, 60));
    granted(await set(owner, null, 60));
    const member = await signUp("ines");
    await enrol(workspace, member, "member");
    expectRefusal(await set(member, 90), 403, "workspace.role");
    expectNotFound(await set(await signUp("stranger"), 90));
  });

  test.each([
    [29, null],
    [3651, null],
    [0, null],
    [-1, null],
    [90, 29],
    [90, 90],
    [90, 120],
    [null, 3651],
  ])("is from 30 to 3650, and fewer for sensitive items: not %s and %s", async (days, sensitive) => {
    const owner = await signUp("nora");
    const workspace = await openWorkspace(owner);
    await prove(owner, "retention");
    expectRefusal(
      await owner.rpc("set_retention", { workspace, days, sensitive_days: sensitive }),
      422,
      "retention.days",
    );
  });

  test("of a draft may go up and down within its workspace's, and is promised when it is sent", async () => {
    const requester = await signUp("nora");
    const workspace = await openWorkspace(requester);
    await keep(requester, workspace, 90);
    const draft = draftOf([{ title: "Lease" }], ["anna@people.example"]);
    const id = granted(await requester.rpc("create_request", { workspace, draft })) as string;
    const set = (days: number | null) => requester.rpc("set_request_retention", { request: id, days });
    for (const days of [60, 80, null, 45]) granted(await set(days));
    expectRefusal(await set(91), 422, "retention.longer");
    granted(await requester.rpc("send_request", { request: id }));
    await keep(requester, workspace, null);
    expect(granted(await requester.rpc("request_retention", { request: id }))).toMatchObject([{ days: 45 }]);
    expectRefusal(await set(46), 422, "retention.longer");
  });

  test("of one request may be fewer, and only fewer once it was sent", async () => {
    const sent = await endedRequest({ days: 90 });
    const set = (days: number | null) =>
      sent.requester.rpc("set_request_retention", { request: sent.id, days });
    expectRefusal(await set(91), 422, "retention.longer");
    expectRefusal(await set(null), 422, "retention.longer");
    expectRefusal(await set(29), 422, "retention.days");
    await proveAll(sent.requester);
    granted(await set(60));
    granted(await set(60));
    expectRefusal(await set(61), 422, "retention.longer");
    expect(await termsOf(sent.recipient, sent)).toMatchObject({ days: 60 });
    expect((await kindsOf(sent)).filter((kind) => kind === "retention_changed")).toHaveLength(1);
    expectNotFound(await sent.recipient.rpc("set_request_retention", { request: sent.id, days: 30 }));
    expectNotFound(await (await signUp("stranger")).rpc("request_retention", { request: sent.id }));
  });
});

test("members are told of an open request on which nothing happened for a year, once a year", async () => {
  const sent = await sendRequest({});
  await clearOutbox();
  const told = async () => {
    await runExpiry();
    await asAdmin((query) =>
      query("update private.outbox set not_before = '-infinity' where kind = 'silence'"),
    );
    return (await sendDue()).filter(
      ({ kind, address }) => kind === "silence" && address === sent.requester.email,
    );
  };
  await day(364);
  expect(await told()).toEqual([]);
  await day(366);
  expect(await told()).toMatchObject([{ facts: { requests: [{ title: "Papers for the year" }] } }]);
  await day(400);
  expect(await told()).toEqual([]);
  await day(732);
  expect(await told()).toHaveLength(1);
});
