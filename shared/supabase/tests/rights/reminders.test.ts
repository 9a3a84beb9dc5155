import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { adminRow, adminRows, asAdmin } from "./testing/database.ts";
import { expectNotFound, expectRefusal, granted } from "./testing/expectations.ts";
import { nobody, type Person, signUp } from "./testing/people.ts";
import { draftOf, type DraftItem, itemsOf, linkOf, openWorkspace, upload } from "./testing/requests.ts";
import {
  type ClaimedEmail,
  claimEmail,
  clearOutbox,
  endsOf,
  finishEmail,
  nextDue,
  planEmail,
  sendDue,
  setClock,
  site,
  work,
} from "./testing/worker.ts";

/** A Tuesday, in working hours of the zone that workspaces have by default. */
const start = new Date("2027-06-01T10:00:00Z");
const later = (hours: number) => new Date(start.getTime() + hours * 3_600_000);

beforeEach(async () => {
  await clearOutbox();
  await setClock(start);
});
afterEach(() => setClock(null));

const plan = { before: [7, 2, 0], every: 3, undated: 7, most: 6 };

interface Asked {
  requester: Person;
  workspace: string;
  request: string;
  recipient: Person;
}

/** A request whose invitation was sent, and which its recipient hasn't opened. */
async function ask(
  options: {
    by?: Pick<Asked, "requester" | "workspace">;
    recipient?: Person;
    due?: string | null;
    items?: DraftItem[];
  } = {},
): Promise<Asked> {
  const requester = options.by?.requester ?? (await signUp("nora"));
  const workspace = options.by?.workspace ?? (await openWorkspace(requester));
  const recipient = options.recipient ?? (await signUp("ana"));
  const items = options.items ?? [{ title: "Address", kind: "text" }];
  const due_on = options.due === undefined ? "2027-06-15" : options.due;
  const draft = { ...draftOf(items, [recipient.email]), due_on };
  const request = granted(await requester.rpc("create_request", { workspace, draft })) as string;
  granted(await requester.rpc("send_request", { request, invite: true }));
  await sendDue();
  return { requester, workspace, request, recipient };
}

async function join({ requester, request, recipient }: Asked): Promise<void> {
  granted(await recipient.rpc("join_request", { token: await linkOf(requester, request) }));
}

const countOf = ({ facts }: ClaimedEmail) => (facts["requests"] as unknown[]).length;

const recipientOf = (request: string) =>
  adminRow<{
    id: string;
    next_reminder_at: Date | null;
    reminders_sent: number;
    promised_on: string | null;
    muted_at: Date | null;
    unreachable_at: Date | null;
  }>(
    `select id, next_reminder_at, reminders_sent, promised_on::text, muted_at, unreachable_at
     from public.recipients where request_id = $1`,
    [request],
  );

/** Moves the clock to the next reminder of a request. */
async function wait(request: string): Promise<Date> {
  const { next_reminder_at: at } = await recipientOf(request);
  if (!at) throw new Error("No reminder is planned");
  await setClock(at);
  return at;
}

describe("a reminder", () => {
  test("lists what is missing and why something came back, with no links but its own", async () => {
    const asked = await ask({
      items: [
        { title: "Address", kind: "text", instructions: "Of your home." },
        { title: "Licence", kind: "text", instructions: "Sign in at https://evil.example" },
        { title: "Payslips", expected_files: 3 },
        { title: "Notes", kind: "text", required: false },
      ],
    });
    await join(asked);
    const [address, , payslips] = await itemsOf(asked.requester, asked.request);
    for (const name of ["may.pdf", "june.pdf"]) await upload(asked.recipient, payslips?.id ?? "", name);
    const item = { item: address?.id, revision: address?.revision };
    granted(await asked.recipient.rpc("answer_item", { ...item, kind: "text", answer: "Rua" }));
    const [sent] = await itemsOf(asked.requester, asked.request);
    granted(
      await asked.requester.rpc("decide_item", {
        item: sent?.id,
        revision: sent?.revision,
        decision: "return",
        reason: "The number is missing.",
      }),
    );
    await setClock(later(1));
    await sendDue();
    await wait(asked.request);
    const [reminder, ...more] = await sendDue();
    expect(more).toEqual([]);
    expect(reminder).toMatchObject({ kind: "reminder", address: asked.recipient.email });
    const stop = { request: expect.stringMatching(/^https:\/\/sheaf\.example\/email\/stop\/[\w-]{43}$/) };
    expect(reminder?.facts).toMatchObject({
      asker: { name: "Nora Okafor", workspace: "Okafor & Lind" },
      today: "2027-06-08",
      stop,
      requests: [
        {
          request: {
            title: "Papers for the year",
            dueOn: "2027-06-15",
            url: `${site}/r/${await linkOf(asked.requester, asked.request)}`,
          },
          states: ["returned", "missing", "partial"],
          waiting: [
            {
              title: "Address",
              instructions: "Of your home.",
              isReturned: true,
              reason: "The number is missing.",
            },
            { title: "Licence", instructions: "", isReturned: false, reason: "", files: 0, expectedFiles: 1 },
            {
              title: "Payslips",
              instructions: "",
              isReturned: false,
              reason: "",
              files: 2,
              expectedFiles: 3,
            },
          ],
          promisedOn: null,
          canHandOff: true,
          stop,
        },
      ],
    });
    expect(await recipientOf(asked.request)).toMatchObject({ reminders_sent: 1 });
    expect(
      await adminRows(
        "select actor_name, data from public.events where request_id = $1 and kind = 'reminded'",
        [asked.request],
      ),
    ).toEqual([{ actor_name: "Sheaf", data: { name: asked.recipient.email, number: 1 } }]);
  });

  test("isn't sent when the answer came between the plan and the claim", async () => {
    const asked = await ask({ items: [{ title: "Address", kind: "text" }] });
    await wait(asked.request);
    await planEmail();
    await asAdmin((query) =>
      query("update public.items set status = 'submitted' where request_id = $1", [asked.request]),
    );
    expect(await sendDue()).toEqual([]);
    expect(await endsOf(asked.request)).toEqual(["invitation sent", "reminder dropped nothing_missing"]);
  });

  test("isn't sent again when a worker died while it sent it", async () => {
    const asked = await ask();
    await wait(asked.request);
    await planEmail();
    expect(await claimEmail(randomUUID())).toMatchObject({ kind: "reminder" });
    await asAdmin((query) =>
      query("update private.outbox set claimed_until = now() - interval '1 second' where ended_at is null"),
    );
    expect(await claimEmail(randomUUID())).toBeUndefined();
    expect(await endsOf(asked.request)).toEqual(["invitation sent", "reminder dropped interrupted"]);
  });

  test("that the mail server couldn't take is tried again, in working hours", async () => {
    const asked = await ask();
    const at = await wait(asked.request);
    await planEmail();
    const worker = randomUUID();
    for (const minutes of [0, 1, 6, 36, 156]) {
      await setClock(new Date(at.getTime() + minutes * 60_000));
      const email = await claimEmail(worker);
      expect(email, `after ${minutes} minutes`).toMatchObject({ kind: "reminder" });
      await finishEmail(email?.id ?? "", worker, "retry", "451");
    }
    // Six hours later it is 17:36 where workspaces have their clocks.
    await setClock(new Date(at.getTime() + 516 * 60_000));
    expect(await claimEmail(worker)).toBeUndefined();
    expect((await nextDue())?.toISOString()).toBe("2027-06-09T09:00:00.000Z");
    await setClock(new Date("2027-06-09T09:00:00Z"));
    expect(await sendDue()).toHaveLength(1);
  });

  test("covers all requests of a workspace that are due within three days, and no other workspace's", async () => {
    const recipient = await signUp("ana");
    const first = await ask({ recipient });
    const by = { requester: first.requester, workspace: first.workspace };
    const second = await ask({ recipient, by, due: "2027-06-17" });
    const third = await ask({ recipient, by, due: "2027-08-01" });
    const other = await ask({ recipient });
    await wait(first.request);
    const reminders = await sendDue();
    expect(new Set(reminders.map(countOf))).toEqual(new Set([1, 2]));
    expect(reminders).toHaveLength(2);
    expect((await recipientOf(second.request)).reminders_sent).toBe(1);
    expect((await recipientOf(third.request)).reminders_sent).toBe(0);
    expect((await recipientOf(other.request)).reminders_sent).toBe(1);
    const together = reminders.find((reminder) => countOf(reminder) === 2);
    const token = /stop\/([\w-]{43})/.exec(JSON.stringify(together?.facts["stop"]))?.[1];
    expect(granted(await nobody().rpc("stop_email", { token }))).toBe("workspace");
    const muted = await Promise.all(
      [first, second, third, other].map(
        async ({ request }) => (await recipientOf(request)).muted_at !== null,
      ),
    );
    expect(muted).toEqual([true, true, true, false]);
  });
});

describe("sending reminders by hand", () => {
  const remind = ({ requester, request }: Asked) => requester.rpc("send_reminders", { request });

  test("works at any hour, once in 24 hours", async () => {
    const asked = await ask();
    expectRefusal(await remind(asked), 409, "reminder.soon");
    await setClock(later(36));
    expect(granted(await remind(asked))).toBe(1);
    expectRefusal(await remind(asked), 409, "reminder.soon");
    expect((await sendDue()).map(({ kind }) => kind)).toEqual(["reminder"]);
    expectRefusal(await remind(asked), 409, "reminder.soon");
    await setClock(later(36 + 25));
    expect(granted(await remind(asked))).toBe(1);
  });

  test("sends one that waits for the morning at once, and the report doesn't call that a cap", async () => {
    const asked = await ask({ due: "2027-06-03" });
    // Planned in the morning, and claimed only late in the evening.
    await setClock(later(47));
    expect(await planEmail()).toBeGreaterThan(0);
    await setClock(later(60));
    expect(await claimEmail(randomUUID())).toBeUndefined();
    expect(await endsOf(asked.request)).toContain("reminder waiting hours");
    expect(
      await work("select * from public.email_workspaces() where workspace = $1", [asked.workspace]),
    ).toEqual([]);
    expect(granted(await remind(asked))).toBe(1);
    expect((await sendDue()).map(({ kind }) => kind)).toEqual(["reminder"]);
    expectRefusal(await remind(asked), 409, "reminder.soon");
  });

  test("ten at once send one", async () => {
    const asked = await ask();
    await setClock(later(36));
    const answers = await Promise.all(Array.from({ length: 10 }, () => remind(asked)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    expect(await sendDue()).toHaveLength(1);
  });

  test("is refused when nothing is missing, no recipient takes email, or the request is paused or over", async () => {
    const asked = await ask();
    await setClock(later(36));
    await join(asked);
    granted(await asked.recipient.rpc("mute_request", { request: asked.request, muted: true }));
    expectRefusal(await remind(asked), 409, "reminder.unreachable");
    granted(await asked.recipient.rpc("mute_request", { request: asked.request, muted: false }));
    granted(await asked.requester.rpc("pause_request", { request: asked.request }));
    expectRefusal(await remind(asked), 409, "request.paused");
    granted(await asked.requester.rpc("resume_request", { request: asked.request }));
    const [item] = await itemsOf(asked.requester, asked.request);
    granted(
      await asked.recipient.rpc("answer_item", {
        item: item?.id,
        revision: item?.revision,
        kind: "text",
        answer: "Rua",
      }),
    );
    expectRefusal(await remind(asked), 422, "reminder.nothing");
    granted(await asked.requester.rpc("cancel_request", { request: asked.request }));
    expectRefusal(await remind(asked), 409, "request.closed");
  });
});

describe("a schedule", () => {
  test.each([
    ["null", null],
    ["a list", [7, 2]],
    ["a missing part", { before: [], every: 3, undated: 7 }],
    ["an unknown part", { ...plan, hour: 9 }],
    ["seven days before", { ...plan, before: [1, 2, 3, 4, 5, 6, 7] }],
    ["a day before that is no number", { ...plan, before: ["7"] }],
    ["a fraction", { ...plan, before: [1.5] }],
    ["a year and a day before", { ...plan, before: [366] }],
    ["no days between", { ...plan, every: 0 }],
    ["an endless number", { ...plan, most: 1e30 }],
    ["thirteen reminders", { ...plan, most: 13 }],
  ])("with %s is refused", async (_, wrong) => {
    const asked = await ask();
    const { requester, request, workspace } = asked;
    expectRefusal(
      await requester.rpc("set_reminders", { request, plan: wrong, paused: false }),
      422,
      "reminder.plan",
    );
    expectRefusal(
      await requester.rpc("set_workspace_reminders", { workspace, zone: "UTC", plan: wrong }),
      422,
      "reminder.plan",
    );
  });

  test("moves the next reminder; a pause has none", async () => {
    const { requester, request } = await ask();
    const set = (before: number[], paused = false) =>
      requester.rpc("set_reminders", { request, plan: { ...plan, before }, paused });
    granted(await set([3]));
    // The 12th is a Saturday.
    expect((await recipientOf(request)).next_reminder_at?.toISOString()).toBe("2027-06-14T09:00:00.000Z");
    granted(await set([3], true));
    expect((await recipientOf(request)).next_reminder_at).toBeNull();
    granted(await set([5]));
    expect((await recipientOf(request)).next_reminder_at?.toISOString()).toBe("2027-06-10T09:00:00.000Z");
  });

  test("of a workspace is taken by its new requests, in its zone", async () => {
    const first = await ask();
    const { requester, workspace } = first;
    const before = (await recipientOf(first.request)).next_reminder_at;
    granted(
      await requester.rpc("set_workspace_reminders", {
        workspace,
        zone: "America/New_York",
        plan: { ...plan, before: [4] },
      }),
    );
    const second = await ask({ by: first });
    expect((await recipientOf(second.request)).next_reminder_at?.toISOString()).toBe(
      "2027-06-11T13:00:00.000Z",
    );
    expect((await recipientOf(first.request)).next_reminder_at).toEqual(before);
    for (const zone of ["", "Europe/Atlantis", "../etc/passwd", "a".repeat(100)]) {
      expectRefusal(
        await requester.rpc("set_workspace_reminders", { workspace, zone, plan }),
        422,
        "reminder.zone",
      );
    }
  });

  test("is ignored where a visit names an unknown zone", async () => {
    const asked = await ask();
    await join(asked);
    const { request } = asked;
    const zoneOf = () =>
      adminRow<{ zone: string | null }>("select zone from public.recipients where request_id = $1", [
        request,
      ]);
    granted(await asked.recipient.rpc("visit_request", { request, zone: "Europe/Atlantis" }));
    expect(await zoneOf()).toEqual({ zone: null });
    granted(await asked.recipient.rpc("visit_request", { request, zone: "Asia/Katmandu" }));
    granted(await asked.recipient.rpc("visit_request", { request }));
    expect(await zoneOf()).toEqual({ zone: "Asia/Kathmandu" });
  });
});

describe("a promised date", () => {
  test("holds the reminders until the day after, is seen by members, and can be taken back", async () => {
    const asked = await ask();
    const { request, recipient, requester } = asked;
    await join(asked);
    granted(await recipient.rpc("promise_date", { request, on: "2027-06-16" }));
    expect((await recipientOf(request)).next_reminder_at?.toISOString()).toBe("2027-06-17T09:00:00.000Z");
    const [event] = granted(
      await requester.knock(`/rest/v1/events?select=kind,data&kind=eq.promised&request_id=eq.${request}`),
    ) as unknown[];
    expect(event).toEqual({ kind: "promised", data: { on: "2027-06-16" } });
    granted(await recipient.rpc("promise_date", { request, on: null }));
    expect((await recipientOf(request)).next_reminder_at?.toISOString()).toBe("2027-06-08T09:00:00.000Z");
  });

  test.each(["2027-05-31", "2028-06-02", "infinity", "-infinity"])("can't be %s", async (on) => {
    const asked = await ask();
    await join(asked);
    expectRefusal(
      await asked.recipient.rpc("promise_date", { request: asked.request, on }),
      422,
      "promise.date",
    );
  });
});

test("a removed recipient isn't reminded", async () => {
  const requester = await signUp("nora");
  const workspace = await openWorkspace(requester);
  const emails = [(await signUp("ana")).email, (await signUp("tomas")).email];
  const draft = { ...draftOf([{ title: "Address", kind: "text" }], emails), due_on: "2027-06-08" };
  const request = granted(await requester.rpc("create_request", { workspace, draft })) as string;
  granted(await requester.rpc("send_request", { request, invite: true }));
  await sendDue();
  // Planned already when one of them is removed.
  await setClock(new Date("2027-06-07T09:00:00Z"));
  expect(await planEmail()).toBe(2);
  granted(
    await requester.rpc("edit_request", {
      request,
      revision: 1,
      change: { recipients: [{ email: emails[0], name: "" }] },
    }),
  );
  expect((await sendDue()).filter(({ kind }) => kind === "reminder")).toMatchObject([{ address: emails[0] }]);
  await setClock(later(24 * 30));
  expect((await sendDue()).map(({ address }) => address)).not.toContain(emails[1]);
});

test("a preview says what the next reminder will, without the links that stop email", async () => {
  const asked = await ask();
  const { requester, request } = asked;
  const preview = async (person: Person) => person.rpc("preview_reminder", { request, site });
  const facts = granted(await preview(requester)) as { today: string; requests: unknown[] };
  expect(facts).toMatchObject({ today: "2027-06-08", requests: [{ waiting: [{ title: "Address" }] }] });
  expect(JSON.stringify(facts)).not.toMatch(/stop\/[\w-]/);
  expectNotFound(await preview(await signUp("stranger")));
  granted(await requester.rpc("set_reminders", { request, plan, paused: true }));
  expect(granted(await preview(requester))).toBeNull();
});

test("what was returned leaves at once when a member says so", async () => {
  const asked = await ask();
  const { requester, request } = asked;
  const leavesAt = async (person: Person) => person.rpc("update_leaves_at", { request });
  expect(granted(await leavesAt(requester))).toBeNull();
  await edit(asked, { title: "Papers of 2027" });
  expect(await sendDue()).toEqual([]);
  const leaves = Date.parse(String(granted(await leavesAt(requester))));
  expectNotFound(await leavesAt(await signUp("stranger")));
  granted(await requester.rpc("send_update", { request }));
  expect(Date.parse(String(granted(await leavesAt(requester))))).toBeLessThan(leaves);
  expect((await sendDue()).map(({ kind }) => kind)).toEqual(["update"]);
  expect(granted(await leavesAt(requester))).toBeNull();
});

async function edit({ requester, request }: Asked, change: Record<string, unknown>): Promise<void> {
  const { revision } = await adminRow<{ revision: number }>(
    "select revision from public.requests where id = $1",
    [request],
  );
  granted(await requester.rpc("edit_request", { request, revision, change }));
}
