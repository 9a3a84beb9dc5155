import { expect, test } from "vitest";
import { adminRows } from "./testing/database.ts";
import type { TestResponse } from "./testing/front-door.ts";
import {
  type Item,
  itemsOf,
  pdf,
  put,
  sendRequest,
  type SentRequest,
  sha256,
  type Upload,
} from "./testing/requests.ts";

/** Seeded random numbers, so that failures can be reproduced. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A random action of one person; it may be rejected. */
function nextMove(sent: SentRequest, begun: Upload[], items: Item[], random: (below: number) => number) {
  const person = sent.recipients[random(sent.recipients.length)] ?? sent.recipient;
  const item = items[random(items.length)] ?? sent.item;
  const file = begun[random(begun.length)];
  const { requester } = sent;
  const at = { item: item.id, revision: item.revision };
  const moves: (() => Promise<TestResponse>)[] = [
    async () => {
      const announced = { item: item.id, name: "a.pdf", size: pdf.length, mime: "application/pdf" };
      const answer = await person.rpc("begin_upload", announced);
      if (answer.status === 200) begun.push(...(answer.body as Upload[]));
      return answer;
    },
    () => put(person, file?.object_key ?? "none"),
    () => put(person, file?.object_key ?? "none"),
    () => person.rpc("finish_upload", { file: file?.file_id, sha256: sha256(pdf) }),
    () => person.rpc("finish_upload", { file: file?.file_id, sha256: sha256(pdf) }),
    () => person.rpc("remove_file", { file: file?.file_id }),
    () => person.rpc("answer_item", { ...at, kind: "cannot_provide", answer: "It burnt." }),
    () => person.rpc("answer_item", { ...at, kind: "none", answer: "" }),
    () => requester.rpc("decide_item", { ...at, decision: "accept" }),
    () => requester.rpc("decide_item", { ...at, decision: "return", reason: "Too dark." }),
    () => requester.rpc("undo_decision", at),
    () => requester.rpc("pause_request", { request: sent.id }),
    () => requester.rpc("resume_request", { request: sent.id }),
    () => requester.rpc("close_request", { request: sent.id }),
    () => requester.rpc("reopen_request", { request: sent.id }),
  ];
  return moves[random(moves.length)] ?? (() => requester.rpc("request_people", { request: sent.id }));
}

/** Invariants after any sequence of actions; each query returns the rows that violate it. */
const promises: Readonly<Record<string, string>> = {
  "a stored file is the object that was finished": `
    select f.id from public.files f
    left join storage.objects o on o.bucket_id = 'documents' and o.name = f.object_key
    where f.request_id = $1 and f.status = 'stored' and o.version is distinct from f.object_version`,
  "no object is without its file": `
    select o.name from storage.objects o
    where o.name like '%/' || $1 || '/%' and not exists (select from public.files f where f.object_key = o.name)`,
  "an accepted item holds no file that came after the decision": `
    select i.id from public.items i where i.request_id = $1 and i.status = 'accepted' and
      (select max(seq) from public.events e where e.item_id = i.id and e.kind = 'accepted')
        < (select max(seq) from public.events e where e.item_id = i.id and e.kind in ('file_added', 'file_removed', 'answered'))`,
  "what is submitted has something to look at, what is missing has nothing": `
    select i.id from public.items i where i.request_id = $1 and i.status in ('missing', 'partial', 'submitted', 'accepted', 'waived') and
      (i.status = 'missing') = (i.answer_kind is not null
        or exists (select from public.files f where f.item_id = i.id and f.status = 'stored'))`,
  "the counts are those of the items": `
    select r.id from public.requests r join lateral (
      select count(*) as total, count(*) filter (where status = 'missing') as missing,
        count(*) filter (where status in ('partial', 'submitted')) as submitted, count(*) filter (where status = 'returned') as returned,
        count(*) filter (where status = 'submitted' and answer_kind in ('not_applicable', 'cannot_provide')) as declined,
        count(*) filter (where status = 'accepted') as accepted, count(*) filter (where status = 'waived') as waived,
        count(*) filter (where required and status in ('missing', 'partial')) as required_missing,
        count(*) filter (where required and status = 'partial') as required_partial,
        count(*) filter (where required and status = 'returned') as required_returned,
        count(*) filter (where required and status not in ('accepted', 'waived')) as required_open
      from public.items i where i.request_id = r.id
    ) c on true where r.id = $1 and row(r.items_total, r.items_missing, r.items_submitted, r.items_returned,
      r.items_accepted, r.items_waived, r.items_declined, r.required_missing, r.required_partial, r.required_returned, r.required_open) is distinct from
      row(c.total, c.missing, c.submitted, c.returned, c.accepted, c.waived, c.declined,
      c.required_missing, c.required_partial, c.required_returned, c.required_open)`,
  "the request is done exactly when nothing required is open, or a member closed it": `
    select id from public.requests where id = $1 and (status = 'done') <> (required_open = 0 or closed_by is not null)`,
  "nothing comes in while the request is paused or closed": `
    select e.seq from public.events e where e.request_id = $1
      and e.kind in ('file_added', 'file_removed', 'answered')
      and (select b.kind from public.events b where b.request_id = $1 and b.seq < e.seq
        and b.kind in ('paused', 'resumed', 'closed', 'reopened', 'sent', 'done') order by b.seq desc limit 1
      ) in ('paused', 'closed')`,
  "its history has no gap": `
    select seq from (select seq, row_number() over (order by seq) as n from public.events where request_id = $1) e
    where seq <> n`,
};

test.each([1, 2, 3, 4])(
  "whatever people do at the same moment, the promises hold (seed %i)",
  async (seed) => {
    const sent = await sendRequest({ items: [{ title: "A" }, { title: "B" }], recipients: 2 });
    const random = randomOf(seed);
    const begun: Upload[] = [];
    const outcomes = new Map<number, number>();
    for (let round = 0; round < 25; round += 1) {
      const items = await itemsOf(sent.requester, sent.id);
      const moves = Array.from({ length: 4 }, () => nextMove(sent, begun, items, random));
      for (const { status } of await Promise.all(moves.map((move) => move()))) {
        outcomes.set(status, (outcomes.get(status) ?? 0) + 1);
      }
    }
    const done = (outcomes.get(200) ?? 0) + (outcomes.get(204) ?? 0);
    expect(done, "hardly anything happened").toBeGreaterThan(15);
    expect([...outcomes.keys()].filter((status) => status >= 500)).toEqual([]);
    for (const [promise, query] of Object.entries(promises)) {
      expect(await adminRows(query, [sent.id]), promise).toEqual([]);
    }
  },
);
