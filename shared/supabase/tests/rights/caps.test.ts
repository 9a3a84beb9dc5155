import { randomUUID } from "node:crypto";
import { type Database, openDatabase } from "@sheaf/platform/database";
import { scaled } from "@sheaf/testing/scaled";
import { afterAll, beforeEach, describe, expect, inject, test } from "vitest";
import { adminRow, adminRows, asAdmin } from "./testing/database.ts";
import { granted } from "./testing/expectations.ts";
import { type Person, signUp } from "./testing/people.ts";
import { draftOf, itemsOf, linkOf, openWorkspace, sendRequest } from "./testing/requests.ts";
import { type ClaimedEmail, clearOutbox, endsOf, sendDue, setClock, site } from "./testing/worker.ts";

/** A Wednesday. */
const noon = new Date("2026-12-02T12:00:00Z");
const later = (hours: number) => new Date(noon.getTime() + hours * 3_600_000);

beforeEach(async () => {
  await clearOutbox();
  await setClock(noon);
});
afterAll(() => setClock(null));

interface Sender {
  person: Person;
  workspace: string;
}

async function newSender(): Promise<Sender> {
  const person = await signUp("nora");
  return { person, workspace: await openWorkspace(person) };
}

const strangers = (count: number): string[] =>
  Array.from({ length: count }, () => `stranger-${randomUUID()}@people.example`);

/** Sends a request by email, up to 20 recipients. */
async function ask({ person, workspace }: Sender, emails: readonly string[]): Promise<string> {
  const draft = draftOf([{ title: "Address", kind: "text" }], emails);
  const request = granted(await person.rpc("create_request", { workspace, draft })) as string;
  granted(await person.rpc("send_request", { request, invite: true }));
  return request;
}

async function askAll(sender: Sender, emails: readonly string[]): Promise<string[]> {
  const requests: string[] = [];
  for (let first = 0; first < emails.length; first += 20) {
    requests.push(await ask(sender, emails.slice(first, first + 20)));
  }
  return requests;
}

/** The person answers a request of the sender. */
async function beAnsweredBy(person: Person, sender: Sender): Promise<void> {
  const request = await ask(sender, [person.email]);
  granted(await person.rpc("join_request", { token: await linkOf(sender.person, request) }));
  const [item] = await itemsOf(person, request);
  granted(
    await person.rpc("answer_item", {
      item: item?.id,
      revision: item?.revision,
      kind: "text",
      answer: "Rua Nova 12",
    }),
  );
}

/** A number of answers, each by a different person. */
const noteAnswers = ({ workspace }: Sender, count: number) =>
  asAdmin((query) =>
    query(
      `insert into private.answering_people (workspace_id, address_hash)
       select $1, private.address_hash(i::text) from generate_series(1, $2::integer) as i`,
      [workspace, count],
    ),
  );

const invited = (emails: readonly ClaimedEmail[]) =>
  emails.filter(({ kind }) => kind === "invitation").length;

/** Sends until nothing is due. One claim looks at fifty emails that wait, and then ends the round. */
async function sendAllDue(): Promise<ClaimedEmail[]> {
  const sent: ClaimedEmail[] = [];
  const { count } = await adminRow<{ count: number }>(
    "select count(*)::int as count from private.outbox where ended_at is null",
  );
  for (let round = 0; round <= count / 50; round += 1) sent.push(...(await sendDue()));
  return sent;
}

describe("new addresses", () => {
  test("are 20 a day at first; the others wait and are not lost", async () => {
    const sender = await newSender();
    const requests = await askAll(sender, strangers(45));
    const endOn = async () =>
      granted(await sender.person.rpc("invitations_end_on", { request: requests[0] }));
    expect(await endOn()).toBe("2026-12-04");
    expect(invited(await sendAllDue())).toBe(20);
    expect(await endOn()).toBe("2026-12-04");
    await setClock(later(11));
    expect(await sendAllDue()).toEqual([]);
    await setClock(later(12));
    expect(invited(await sendAllDue())).toBe(20);
    expect(await endOn()).toBe("2026-12-04");
    await setClock(later(36));
    expect(await endOn()).toBeNull();
    expect(invited(await sendAllDue())).toBe(5);
    expect(await endOn()).toBeNull();
    const ends = (await Promise.all(requests.map(endsOf))).flat();
    expect(ends).toEqual(Array.from({ length: 45 }, () => "invitation sent"));
  });

  test("to which recipients hand items are a quarter of them, so that the workspace's own leave", async () => {
    const sent = await sendRequest({ items: Array.from({ length: 10 }, () => ({ title: "Lease" })) });
    const sender = { person: sent.requester, workspace: sent.workspace };
    for (const [place, email] of strangers(10).entries())
      granted(await sent.recipient.rpc("hand_off_item", { item: sent.items[place]?.id, email, name: "" }));
    const clients = await ask(sender, strangers(15));
    expect(granted(await sender.person.rpc("invitations_end_on", { request: clients }))).toBeNull();
    expect(invited(await sendAllDue())).toBe(20);
    expect((await endsOf(clients)).filter((end) => end === "invitation sent")).toHaveLength(15);
    expect((await endsOf(sent.id)).filter((end) => end === "invitation sent")).toHaveLength(5);
    await setClock(later(12));
    expect(invited(await sendAllDue())).toBe(5);
  });

  test("to which members hand items are all of them", async () => {
    const sent = await sendRequest({ items: Array.from({ length: 10 }, () => ({ title: "Lease" })) });
    for (const [place, email] of strangers(10).entries())
      granted(await sent.requester.rpc("hand_off_item", { item: sent.items[place]?.id, email, name: "" }));
    expect(invited(await sendAllDue())).toBe(10);
  });

  test("are ten more for each person who has answered, and 500 at most", async () => {
    const sender = await newSender();
    await beAnsweredBy(await signUp("ana"), sender);
    await sendAllDue();
    await setClock(later(24));
    await askAll(sender, strangers(35));
    expect(invited(await sendAllDue())).toBe(30);

    const busy = await newSender();
    await noteAnswers(busy, 100);
    expect(await adminRow("select private.new_addresses_allowed($1) as most", [busy.workspace])).toEqual({
      most: 500,
    });
  });

  test("aren't more when one person answers many requests", async () => {
    const sender = await newSender();
    const ana = await signUp("ana");
    for (let answer = 0; answer < 3; answer += 1) await beAnsweredBy(ana, sender);
    expect(await adminRow("select private.new_addresses_allowed($1) as most", [sender.workspace])).toEqual({
      most: 30,
    });
  });

  test("that were written to before aren't new", async () => {
    const sender = await newSender();
    const known = strangers(20);
    await ask(sender, known);
    expect(invited(await sendAllDue())).toBe(20);
    await setClock(later(24));
    await askAll(sender, [...known, ...strangers(20)]);
    expect(invited(await sendAllDue())).toBe(40);
  });
});

test("a sender can't tell an address that others write to from an email that hasn't left yet", async () => {
  const email = `busy-${randomUUID()}@people.example`;
  for (let other = 0; other < 5; other += 1) {
    await ask(await newSender(), [email]);
    await sendAllDue();
  }
  const sender = await newSender();
  const request = await ask(sender, [email]);
  const read = async () =>
    granted(
      await sender.person.knock(
        `/rest/v1/recipients?select=invited_at,unreachable_at,emailed_at,next_reminder_at&request_id=eq.${request}`,
      ),
    );
  const queued = await read();
  expect(await sendAllDue()).toEqual([]);
  expect(await endsOf(request)).toEqual(["invitation waiting capped"]);
  expect(await read()).toEqual(queued);
  expect(granted(await sender.person.rpc("invitations_end_on", { request }))).toBeNull();
});

test("what came back is told also on a day on which a mailbox has had enough invitations", async () => {
  const sender = await newSender();
  const anna = await signUp("anna");
  await beAnsweredBy(anna, sender);
  const { id: request } = await adminRow<{ id: string }>(
    "select request_id as id from public.recipients where email = $1",
    [anna.email],
  );
  await sendAllDue();
  for (let other = 0; other < 4; other += 1) await ask(sender, [anna.email]);
  await sendAllDue();
  const [item] = await itemsOf(anna, request);
  const decision = {
    item: item?.id,
    revision: item?.revision,
    decision: "return",
    reason: "The old address.",
  };
  granted(await sender.person.rpc("decide_item", decision));
  await setClock(later(1));
  expect((await sendAllDue()).map(({ kind }) => kind)).toContain("update");
});

test("a workspace sends a hundred emails an hour", async () => {
  const sender = await newSender();
  await noteAnswers(sender, 100);
  await askAll(sender, strangers(120));
  expect(invited(await sendAllDue())).toBe(100);
  await setClock(later(0.9));
  expect(await sendAllDue()).toEqual([]);
  await setClock(later(1));
  expect(invited(await sendAllDue())).toBe(20);
});

describe("an address", () => {
  test("is left one email a day for workspaces that people answer, however many others write to it", async () => {
    const [victim = ""] = strangers(1);
    for (let abuser = 0; abuser < 3; abuser += 1) {
      const sender = await newSender();
      for (let again = 0; again < 3; again += 1) await ask(sender, [victim]);
    }
    expect(await sendAllDue()).toHaveLength(5);
    const honest = await newSender();
    await noteAnswers(honest, 1);
    await asAdmin((query) =>
      query("insert into private.answered_workspaces (workspace_id) values ($1)", [honest.workspace]),
    );
    for (let again = 0; again < 2; again += 1) await ask(honest, [victim]);
    expect(await sendAllDue()).toHaveLength(1);
    // Nothing is dropped.
    expect(
      await adminRows(
        "select distinct outcome, reason from private.outbox as o join public.recipients as p on p.id = o.recipient_id where p.email = $1 and outcome is distinct from 'sent'",
        [victim],
      ),
    ).toEqual([{ outcome: null, reason: "capped" }]);
  });
});

test(
  "of 300 recipients in the first hour of a workspace 20 are written to",
  { timeout: scaled(90_000) },
  async () => {
    const sender = await newSender();
    await askAll(sender, strangers(300));
    expect(invited(await sendAllDue())).toBe(20);
    expect(
      await adminRows(
        "select kind, outcome, reason, count(*)::int as count from private.outbox as o join public.requests as r on r.id = o.request_id where r.workspace_id = $1 group by 1, 2, 3 order by count",
        [sender.workspace],
      ),
    ).toEqual([
      { kind: "invitation", outcome: "sent", reason: null, count: 20 },
      { kind: "invitation", outcome: null, reason: "capped", count: 280 },
    ]);
  },
);

test(
  "ten senders at once pass no cap and don't wait for each other",
  { timeout: scaled(90_000) },
  async () => {
    const senders = await Promise.all(Array.from({ length: 4 }, newSender));
    const shared = strangers(6);
    for (const sender of senders) await askAll(sender, [...shared, ...strangers(30)]);
    const pool: Database = openDatabase({
      connectionString: inject("platform").connectionString,
      connections: 10,
      end: async () => undefined,
    });
    let sent = 0;
    const send = async (): Promise<void> => {
      const worker = randomUUID();
      for (let idle = 0; idle < 5;) {
        const [email] = await pool.as(
          "service_role",
          {},
          async (query) =>
            (await query<{ id: string }>("select id from public.claim_email($1, $2)", [worker, site])).rows,
        );
        if (email) {
          sent += 1;
          await pool.as("service_role", {}, (query) =>
            query("select public.finish_email($1, $2, 'sent')", [email.id, worker]),
          );
        } else idle += 1;
      }
    };
    await Promise.all(Array.from({ length: 10 }, send));
    await pool.stop();
    sent += (await sendAllDue()).length;
    const perWorkspace = await adminRows<{ count: number }>(
      `select count(*)::int as count from private.outbox as o join public.requests as r on r.id = o.request_id
     where r.workspace_id = any($1) and o.outcome = 'sent' group by r.workspace_id`,
      [senders.map(({ workspace }) => workspace)],
    );
    expect(perWorkspace).toEqual(senders.map(() => ({ count: 20 })));
    expect(sent).toBe(80);
    const perAddress = await adminRows<{ most: number }>(
      `select max(sent)::int as most from (
       select sum(c.sent) as sent from private.email_counts as c group by c.day, c.address_hash
     ) as c`,
    );
    expect(perAddress[0]?.most).toBeLessThanOrEqual(5);
  },
);
