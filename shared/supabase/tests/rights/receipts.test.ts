import { randomUUID } from "node:crypto";
import { quotas } from "@sheaf/contract/limits";
import { Receipt } from "@sheaf/contract/receipt/receipt";
import * as v from "valibot";
import { beforeEach, expect, test } from "vitest";
import { adminRow, adminRows, asAdmin } from "./testing/database.ts";
import { expectNotFound, expectRefusal, granted } from "./testing/expectations.ts";
import { type Person, signUp } from "./testing/people.ts";
import { itemsOf, pdf, sendRequest, sha256, upload } from "./testing/requests.ts";
import { clearOutbox, sendDue, work } from "./testing/worker.ts";

const ask = (person: Person, request: string) => person.rpc("ask_for_receipt", { request });
const claim = (worker: string) =>
  work<{ receipt: string; facts: unknown }>("select * from public.claim_receipts($1, 20)", [worker]);

async function finish(worker: string, receipt: string, facts: unknown): Promise<boolean> {
  const [row] = await work<{ done: boolean }>("select public.finish_receipt($1, $2, $3) as done", [
    receipt,
    worker,
    JSON.stringify({ receipt: facts }),
  ]);
  return row?.done ?? false;
}

/** As the worker's other task does. */
const readAllFiles = (sum = sha256(pdf)) =>
  asAdmin((query) =>
    query(
      "update public.files set checked_at = now(), checked_sha256 = $1, checked_size = size where status = 'stored' and checked_at is null",
      [sum],
    ),
  );

beforeEach(async () => {
  await asAdmin((query) => query("delete from private.receipts"));
  await readAllFiles();
});

/** Asks, and lets a worker make what is due. */
async function issue(person: Person, request: string): Promise<Receipt> {
  expect(granted(await ask(person, request))).toBeNull();
  const worker = randomUUID();
  for (const { receipt, facts } of await claim(worker)) await finish(worker, receipt, facts);
  const { receipt } = granted(await ask(person, request)) as { receipt: unknown };
  return v.parse(Receipt, receipt);
}

test("a receipt lists each item and file as the worker read it, and ends with the last event", async () => {
  const sent = await sendRequest({ items: [{ title: "Passport" }, { title: "Lease" }] });
  await upload(sent.recipient, sent.item.id, "passport.pdf");
  await readAllFiles();
  granted(await sent.requester.rpc("decide_item", { item: sent.item.id, revision: 1, decision: "accept" }));
  const receipt = await issue(sent.recipient, sent.id);
  expect(receipt).toMatchObject({
    workspace: { id: sent.workspace, name: "Okafor & Lind" },
    request: { id: sent.id, title: "Papers for the year" },
    recipient: { email: sent.recipient.email },
    items: [
      {
        title: "Passport",
        state: "accepted",
        decided_by: "Nora Okafor",
        files: [{ name: "passport.pdf", size: pdf.length, sha256: sha256(pdf), verdict: "accepted" }],
      },
      { title: "Lease", state: "missing", decided_by: null, files: [], answer: null },
    ],
  });
  expect(receipt.history).toEqual(
    await adminRow(
      "select seq, encode(hash, 'hex') as hash from public.events where request_id = $1 order by seq desc limit 1",
      [sent.id],
    ),
  );
});

test("has each answer as it was stored, but of a sensitive item only that there is one", async () => {
  const sent = await sendRequest({
    items: [
      { title: "IBAN", kind: "text" },
      { title: "Tax number", kind: "text", sensitive: true },
      { title: "Lease" },
    ],
  });
  const answer = async (place: number, kind: string, text: string, revision = 0) =>
    granted(
      await sent.recipient.rpc("answer_item", { item: sent.items[place]?.id, revision, kind, answer: text }),
    );
  await answer(0, "text", "PT50 0002");
  await answer(0, "text", "PT50 0003", 1);
  await answer(1, "text", "123 456 789");
  await answer(2, "not_applicable", "I own it.");
  const { items } = await issue(sent.recipient, sent.id);
  const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
  expect(items.map(({ answer: given }) => given)).toEqual([
    { kind: "text", text: "PT50 0003", answered_at: at },
    { kind: "text", text: null, answered_at: at },
    { kind: "not_applicable", text: "I own it.", answered_at: at },
  ]);
  await answer(2, "none", "", 1);
  expect((await issue(sent.recipient, sent.id)).items[2]?.answer).toBeNull();
});

test("waits until every file was read, and has the sum of what is stored, not of what was announced", async () => {
  const sent = await sendRequest({});
  await upload(sent.recipient, sent.item.id);
  expect(granted(await ask(sent.recipient, sent.id))).toBeNull();
  expect(await claim(randomUUID())).toEqual([]);
  await readAllFiles("ab".repeat(32));
  const { items } = await issue(sent.recipient, sent.id);
  expect(items).toMatchObject([{ files: [{ sha256: "ab".repeat(32) }] }]);
});

test("is the same one until something happens, and asking twice makes one", async () => {
  const sent = await sendRequest({});
  await Promise.all([ask(sent.recipient, sent.id), ask(sent.recipient, sent.id)]);
  const first = await issue(sent.recipient, sent.id);
  expect(granted(await ask(sent.recipient, sent.id))).toMatchObject({ receipt: { id: first.id } });
  granted(
    await sent.recipient.rpc("answer_item", {
      item: sent.item.id,
      revision: 0,
      kind: "cannot_provide",
      answer: "Lost.",
    }),
  );
  const second = await issue(sent.recipient, sent.id);
  expect(second.id).not.toBe(first.id);
  expect(second.history.seq).toBeGreaterThan(first.history.seq);
});

test("that follows a complete answer is one of a hundred a day, and the newest two are kept", async () => {
  const sent = await sendRequest({ items: [{ title: "Passport" }] });
  const answer = async () => {
    const [item] = await itemsOf(sent.recipient, sent.id);
    return granted(
      await sent.recipient.rpc("answer_item", {
        item: item?.id,
        revision: item?.revision,
        kind: "cannot_provide",
        answer: `Lost ${item?.revision}.`,
      }),
    );
  };
  const made = async () => {
    const worker = randomUUID();
    const claimed = await claim(worker);
    for (const { receipt, facts } of claimed) await finish(worker, receipt, facts);
    return claimed.length;
  };
  for (let count = 0; count < 4; count += 1) {
    await answer();
    expect(await made()).toBe(1);
  }
  const kept = await adminRows<{ seq: number }>(
    `select c.seq from private.receipts as c join public.recipients as p on p.id = c.recipient_id
     where p.request_id = $1 order by c.seq`,
    [sent.id],
  );
  const { last } = await adminRow<{ last: number }>(
    "select max(seq) as last from public.events where request_id = $1",
    [sent.id],
  );
  expect(kept.map(({ seq }) => seq)).toEqual([last - 1, last]);
  await asAdmin((query) =>
    query("update private.usage set used = $2 where name = 'receipts' and subject = $1", [
      sent.recipient.userId,
      quotas.receipts,
    ]),
  );
  await answer();
  expect(await made()).toBe(0);
});

test("of a person with a handed item lists that item alone", async () => {
  const sent = await sendRequest({ items: [{ title: "Passport" }, { title: "Payslip" }] });
  const helper = await signUp("mats");
  const payslip = sent.items[1]?.id;
  granted(await sent.recipient.rpc("hand_off_item", { item: payslip, email: helper.email, name: "" }));
  granted(await helper.rpc("join_request", { token: sent.token }));
  expect((await issue(helper, sent.id)).items.map(({ title }) => title)).toEqual(["Payslip"]);
});

test("is the recipient's alone, and ends when they are removed", async () => {
  const sent = await sendRequest({ recipients: 2 });
  await issue(sent.recipient, sent.id);
  for (const person of [sent.requester, await signUp("stranger")]) expectNotFound(await ask(person, sent.id));
  const [, other] = sent.recipients;
  if (!other) throw new Error("Two recipients were asked");
  expect((await issue(other, sent.id)).recipient.email).toBe(other.email);
  const recipients = [{ email: other.email, name: "" }];
  granted(
    await sent.requester.rpc("edit_request", { request: sent.id, revision: 1, change: { recipients } }),
  );
  expectNotFound(await ask(sent.recipient, sent.id));
});

test("of a cancelled request lists the recipient's own files and answers alone", async () => {
  const sent = await sendRequest({
    recipients: 2,
    items: [{ title: "Lease" }, { title: "IBAN", kind: "text" }],
  });
  const [, other] = sent.recipients;
  if (!other) throw new Error("Two recipients were asked");
  const answer = { item: sent.items[1]?.id, revision: 0, kind: "text", answer: "PT50 0002" };
  granted(await other.rpc("answer_item", answer));
  await upload(sent.recipient, sent.item.id, "mine.pdf");
  await upload(other, sent.item.id, "theirs.pdf");
  await readAllFiles();
  const names = ({ items }: Receipt) => items.flatMap(({ files }) => files.map(({ name }) => name));
  const before = await issue(sent.recipient, sent.id);
  expect([names(before), before.items[1]?.answer?.text]).toEqual([["mine.pdf", "theirs.pdf"], "PT50 0002"]);
  granted(await sent.requester.rpc("cancel_request", { request: sent.id }));
  const after = await issue(sent.recipient, sent.id);
  expect([names(after), after.items[1]?.answer]).toEqual([["mine.pdf"], null]);
});

test("of an item that has become sensitive is made again, without its text", async () => {
  const sent = await sendRequest({ items: [{ title: "IBAN", kind: "text" }] });
  const { recipient, requester, item } = sent;
  granted(await recipient.rpc("answer_item", { item: item.id, revision: 0, kind: "text", answer: "DE02" }));
  expect((await issue(recipient, sent.id)).items[0]?.answer?.text).toBe("DE02");
  const { revision } = await adminRow<{ revision: number }>(
    "select revision from public.requests where id = $1",
    [sent.id],
  );
  const items = [{ id: item.id, title: "IBAN", kind: "text", required: true, sensitive: true }];
  granted(await requester.rpc("edit_request", { request: sent.id, revision, change: { items } }));
  expect((await issue(recipient, sent.id)).items[0]?.answer).toMatchObject({ kind: "text", text: null });
});

test("doesn't keep a text that was replaced before its item became sensitive", async () => {
  const sent = await sendRequest({ items: [{ title: "IBAN", kind: "text" }] });
  const { recipient, requester, item } = sent;
  granted(await recipient.rpc("answer_item", { item: item.id, revision: 0, kind: "text", answer: "DE02" }));
  await issue(recipient, sent.id);
  granted(await recipient.rpc("answer_item", { item: item.id, revision: 1, kind: "none", answer: "" }));
  const { revision } = await adminRow<{ revision: number }>(
    "select revision from public.requests where id = $1",
    [sent.id],
  );
  const items = [{ id: item.id, title: "IBAN", kind: "text", required: true, sensitive: true }];
  granted(await requester.rpc("edit_request", { request: sent.id, revision, change: { items } }));
  expect(await adminRows("select from private.receipts where document::text like '%DE02%'")).toEqual([]);
});

test("of a cancelled request doesn't sign another person's words as one's own", async () => {
  const sent = await sendRequest({ recipients: 2, items: [{ title: "IBAN", kind: "text" }] });
  const [, other] = sent.recipients;
  if (!other) throw new Error("Two recipients were asked");
  const answer = (person: Person, revision: number, text: string) =>
    person.rpc("answer_item", { item: sent.item.id, revision, kind: "text", answer: text });
  granted(await answer(sent.recipient, 0, "Mine"));
  granted(await answer(other, 1, "Theirs"));
  granted(await sent.requester.rpc("cancel_request", { request: sent.id }));
  expect((await issue(sent.recipient, sent.id)).items[0]?.answer).toBeNull();
  // The worker has made both.
  expect(granted(await ask(other, sent.id))).toMatchObject({
    receipt: { items: [{ answer: { text: "Theirs" } }] },
  });
});

test("is made by the worker that has it leased, once", async () => {
  const sent = await sendRequest({});
  granted(await ask(sent.recipient, sent.id));
  const [first, second] = [randomUUID(), randomUUID()];
  const [claimed] = await claim(first);
  if (!claimed) throw new Error("A receipt is due");
  expect(await claim(second)).toEqual([]);
  expect(await finish(second, claimed.receipt, claimed.facts)).toBe(false);
  // The first one died.
  await asAdmin((query) => query("update private.receipts set claimed_until = now() - interval '1 second'"));
  const [again] = await claim(second);
  expect(again?.receipt).toBe(claimed.receipt);
  expect(await finish(first, claimed.receipt, claimed.facts)).toBe(false);
  expect(await finish(second, claimed.receipt, again?.facts)).toBe(true);
  expect(await finish(second, claimed.receipt, again?.facts)).toBe(false);
});

/** Attachments of the email about an arrival, once that is due. */
async function emailed(): Promise<unknown> {
  await asAdmin((query) => query("update private.outbox set not_before = now() where ended_at is null"));
  const email = (await sendDue()).find(({ kind }) => kind === "receipt");
  if (!email) throw new Error("No email about an arrival was due");
  return email.facts["signed"];
}

test("is attached to the email about an arrival, unless more came since", async () => {
  const sent = await sendRequest({ items: [{ title: "Passport" }, { title: "Payslip" }] });
  await clearOutbox();
  await upload(sent.recipient, sent.item.id, "passport.pdf");
  await readAllFiles();
  const { id } = await issue(sent.recipient, sent.id);
  expect(await emailed()).toMatchObject({
    document: { receipt: { id } },
    verifyUrl: "https://sheaf.example/verify",
  });
  await upload(sent.recipient, String(sent.items[1]?.id), "payslip.pdf");
  expect(await emailed()).toBeNull();
});

test("is left out of the email if mail servers might refuse its size", async () => {
  const sent = await sendRequest({});
  await clearOutbox();
  await upload(sent.recipient, sent.item.id);
  await readAllFiles();
  await issue(sent.recipient, sent.id);
  await asAdmin((query) =>
    query(
      "update private.receipts set document = document || jsonb_build_object('more', repeat('x', 1000000))",
    ),
  );
  expect(await emailed()).toBeNull();
});

test(`is made ${quotas.receipts} times a day for an account at most`, async () => {
  const sent = await sendRequest({});
  await asAdmin((query) =>
    query(
      `insert into private.usage (name, subject, since, used)
       values ('receipts', $1, date_trunc('day', now(), 'UTC'), $2)`,
      [sent.recipient.userId, quotas.receipts],
    ),
  );
  expectRefusal(await ask(sent.recipient, sent.id), 422, "quota.receipts");
});
