import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { adminRow, adminRows, asAdmin, database } from "./testing/database.ts";
import { expectNotFound, granted } from "./testing/expectations.ts";
import { type Person, signUp } from "./testing/people.ts";
import { sendRequest, type SentRequest, upload } from "./testing/requests.ts";

interface Verdict {
  verified: number;
  broken_seq: number | null;
  verified_at: string | null;
  head: string | null;
  has_more: boolean;
}

/** One page, from the start or after an event that was verified before. */
const verify = async (person: Person, request: string, after?: Verdict): Promise<Verdict> => {
  const from = after && { after: after.verified, after_head: after.head };
  const [verdict] = granted(await person.rpc("verify_history", { request, ...from })) as Verdict[];
  if (!verdict) throw new Error("verify_history returned no row");
  return verdict;
};

const lastOf = ({ id }: Pick<SentRequest, "id">) =>
  adminRow<{ seq: number; head: string }>(
    "select seq, encode(hash, 'hex') as head from public.events where request_id = $1 order by seq desc limit 1",
    [id],
  );

/** As the holder of the database's password could. */
const tamper = (text: string, values: unknown[]) =>
  database.as("supabase_admin", { session_replication_role: "replica" }, (query) => query(text, values));

async function withFiles(count: number): Promise<SentRequest> {
  const sent = await sendRequest({});
  for (let index = 0; index < count; index += 1) await upload(sent.recipient, sent.item.id, `${index}.pdf`);
  return sent;
}

describe("a history", () => {
  test("verifies up to its last event, for members and recipients", async () => {
    const sent = await withFiles(2);
    const { seq, head } = await lastOf(sent);
    for (const person of [sent.requester, sent.recipient])
      expect(await verify(person, sent.id)).toEqual({
        verified: seq,
        broken_seq: null,
        verified_at: expect.any(String),
        head,
        has_more: false,
      });
  });

  test("can't be verified by anyone else", async () => {
    const sent = await sendRequest({});
    for (const person of [await signUp("stranger"), (await sendRequest({})).requester])
      expectNotFound(await person.rpc("verify_history", { request: sent.id }));
  });

  test("is hashed as the decision says", async () => {
    const sent = await sendRequest({});
    const rows = await adminRows<Record<string, string | null>>(
      `select request_id::text, seq::text, workspace_id::text, item_id::text, file_id::text, actor::text, recipient_id::text,
         kind, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, actor_name, data::text,
         encode(salt, 'hex') as salt, encode(hash, 'hex') as hash
       from public.events where request_id = $1 order by seq`,
      [sent.id],
    );
    let previous = Buffer.alloc(32);
    for (const { salt, hash, actor_name, data, ...fields } of rows) {
      const text = sha256(Buffer.from(salt ?? "", "hex"), joined([actor_name, data]));
      previous = sha256(previous, text, joined(Object.values(fields)));
      expect(previous.toString("hex")).toBe(hash);
    }
    expect(rows.length).toBeGreaterThan(2);
  });

  test.each([
    ["another kind", "kind = 'opened'"],
    ["another time", "at = at + interval '1 microsecond'"],
    ["another person", "actor = gen_random_uuid()"],
    ["another name", "actor_name = 'Somebody Else'"],
    ["other text", "data = jsonb_build_object('name', 'other.pdf')"],
    ["text without a salt", "salt = null"],
    ["another hash", "hash = sha256('x')"],
    ["the wrong predecessor", "previous_hash = sha256('x')"],
    ["no hash", "hash = null"],
  ])("names the event that was given %s, which is not believed", async (_, change) => {
    const sent = await withFiles(3);
    const { seq: last } = await lastOf(sent);
    const seq = last - 1;
    await tamper(`update public.events set ${change} where request_id = $1 and seq = $2`, [sent.id, seq]);
    expect(await verify(sent.requester, sent.id)).toMatchObject({ verified: seq - 1, broken_seq: seq });
  });

  test("names the place of an event that was removed or slipped in", async () => {
    const [removed, added] = [await withFiles(3), await withFiles(3)];
    await tamper("delete from public.events where request_id = $1 and seq = 3", [removed.id]);
    expect(await verify(removed.requester, removed.id)).toMatchObject({ verified: 2, broken_seq: 4 });
    await tamper(
      `insert into public.events (request_id, seq, workspace_id, actor_name, kind, at, salt, text_hash, previous_hash, hash)
       select request_id, 99, workspace_id, actor_name, kind, at, salt, text_hash, previous_hash, hash
       from public.events where request_id = $1 and seq = 1`,
      [added.id],
    );
    expect(await verify(added.requester, added.id)).toMatchObject({ broken_seq: 99 });
  });

  test("names the first event, and verifies nothing, if that one was changed", async () => {
    const sent = await sendRequest({});
    await tamper("update public.events set kind = 'sent' where request_id = $1 and seq = 1", [sent.id]);
    expect(await verify(sent.requester, sent.id)).toEqual({
      verified: 0,
      broken_seq: 1,
      verified_at: null,
      head: null,
      has_more: false,
    });
  });

  test("goes on from an event noted earlier, and says if that one has changed", async () => {
    const sent = await withFiles(1);
    const kept = await verify(sent.requester, sent.id);
    expect(await verify(sent.requester, sent.id, kept)).toEqual({ ...kept, has_more: false });
    await upload(sent.recipient, sent.item.id, "later.pdf");
    expect(await verify(sent.requester, sent.id, kept)).toMatchObject({
      verified: kept.verified + 1,
      broken_seq: null,
    });
    for (const other of [
      { ...kept, head: "ab".repeat(32) },
      { ...kept, verified: kept.verified + 9 },
    ])
      expect(await verify(sent.requester, sent.id, other)).toMatchObject({
        verified: 0,
        broken_seq: other.verified,
      });
    await tamper("update public.events set kind = 'opened' where request_id = $1 and seq = $2", [
      sent.id,
      kept.verified + 1,
    ]);
    expect(await verify(sent.requester, sent.id, kept)).toEqual({
      ...kept,
      broken_seq: kept.verified + 1,
      has_more: false,
    });
  });
});

const sha256 = (...parts: Buffer[]) => createHash("sha256").update(Buffer.concat(parts)).digest();
const joined = (fields: readonly (string | null | undefined)[]) =>
  Buffer.from(
    fields
      .map((field) => (field === null || field === undefined ? "-" : `${Buffer.byteLength(field)}:${field}`))
      .join(""),
  );

describe("an event", () => {
  test.each(["supabase_admin", "service_role", "authenticated"] as const)(
    "can't be changed or deleted by %s",
    async (role) => {
      const sent = await sendRequest({});
      for (const statement of [
        "update public.events set kind = 'opened' where request_id = $1",
        "update public.events set actor_name = '' where request_id = $1",
        "update public.events set data = '{}', actor_name = '', salt = null, hash = sha256('x') where request_id = $1",
        "update public.events set salt = null where request_id = $1",
        "delete from public.events where request_id = $1",
      ])
        await expect(
          database.as(role, {}, (query) => query(statement, [sent.id])),
          `${role}: ${statement}`,
        ).rejects.toThrow(/never changed|permission denied/);
      expect(await verify(sent.requester, sent.id)).toMatchObject({ broken_seq: null });
    },
  );

  test("verifies after its names and texts were erased, and tells nothing of them", async () => {
    const sent = await withFiles(3);
    const { seq: last, head } = await lastOf(sent);
    await asAdmin((query) =>
      query(
        "update public.events set actor_name = '', data = '{}', salt = null where request_id = $1 and seq = $2",
        [sent.id, last - 1],
      ),
    );
    expect(
      await adminRow("select actor_name, data, salt from public.events where request_id = $1 and seq = $2", [
        sent.id,
        last - 1,
      ]),
    ).toEqual({ actor_name: "", data: {}, salt: null });
    expect(await verify(sent.requester, sent.id)).toMatchObject({ verified: last, broken_seq: null, head });
  });

  test("goes with its workspace", async () => {
    const sent = await withFiles(1);
    await asAdmin((query) => query("delete from public.workspaces where id = $1", [sent.workspace]));
    expect(await adminRows("select from public.events where request_id = $1", [sent.id])).toEqual([]);
  });

  test("follows the last one, even if others write at the same time or it asks for another place", async () => {
    const sent = await sendRequest({});
    const { seq: before } = await lastOf(sent);
    const add = () =>
      asAdmin((query) =>
        query(
          `insert into public.events (request_id, seq, workspace_id, actor_name, kind, at)
           select id, 1, workspace_id, 'Sheaf', 'opened', clock_timestamp() from public.requests where id = $1`,
          [sent.id],
        ),
      );
    await Promise.all([
      ...Array.from({ length: 10 }, add),
      ...Array.from({ length: 5 }, (_, index) => upload(sent.recipient, sent.item.id, `${index}.pdf`)),
    ]);
    const { seq } = await lastOf(sent);
    expect(seq).toBe(before + 15);
    expect(await verify(sent.requester, sent.id)).toMatchObject({ verified: seq, broken_seq: null });
  });
});

test("a history of any length is verified in pages, the last of which ends at its head", async () => {
  const sent = await sendRequest({});
  await asAdmin((query) =>
    query(
      `insert into public.events (request_id, workspace_id, actor, actor_name, kind, data, at)
       select id, workspace_id, created_by, 'Nora Okafor', 'opened', jsonb_build_object('name', n || '.pdf'), now()
       from public.requests, generate_series(1, 2500) as n where id = $1`,
      [sent.id],
    ),
  );
  const { seq, head } = await lastOf(sent);
  const pages = [await verify(sent.requester, sent.id)];
  while (pages.at(-1)?.has_more) pages.push(await verify(sent.requester, sent.id, pages.at(-1)));
  expect(pages.map(({ verified }) => verified)).toEqual([1000, 2000, seq]);
  expect(pages.at(-1)).toMatchObject({ head, broken_seq: null });
});
