import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { adminRow, adminRows, asAdmin, database } from "./testing/database.ts";
import { addExample, beginExample, putExample, removeExample } from "./testing/examples.ts";
import { expectRefusal, granted } from "./testing/expectations.ts";
import { prove } from "./testing/prove.ts";
import { begin, finish, put, sendRequest, upload } from "./testing/requests.ts";

/** Calls a function in the role of the purge job. */
async function job<Row extends Record<string, unknown>>(text: string, values: unknown[]): Promise<Row[]> {
  const { rows } = await database.as("service_role", {}, (query) => query<Row>(text, values));
  return rows;
}

/** Claims objects and returns the claimed keys that belong to the test. */
async function claim(run: string, wanted: string[]): Promise<string[]> {
  const rows = await job<{ object_key: string }>("select * from public.claim_removed($1, 1000)", [run]);
  return rows.map(({ object_key: key }) => key).filter((key) => wanted.includes(key));
}

const retire = () => job("select public.retire_files(24, 1000)", []);

const stateOf = (file: string) =>
  adminRow("select status, removed_by, purged_at from public.files where id = $1", [file]);

async function begunLongAgo(file: string): Promise<void> {
  await asAdmin((query) =>
    query("update public.files set created_at = now() - interval '25 hours' where id = $1", [file]),
  );
}

test("an upload expires after a day: it can neither continue nor finish", async () => {
  const { recipient, item } = await sendRequest({});
  const late = await begin(recipient, item.id);
  const sent = await begin(recipient, item.id);
  granted(await put(recipient, sent.object_key));
  const fresh = await begin(recipient, item.id);
  for (const { file_id: file } of [late, sent]) await begunLongAgo(file);

  await retire();
  expect(await stateOf(late.file_id)).toEqual({ status: "removed", removed_by: null, purged_at: null });
  expect(await stateOf(fresh.file_id)).toMatchObject({ status: "uploading" });
  expect((await put(recipient, late.object_key)).status).toBe(400);
  expectRefusal(await finish(recipient, sent.file_id), 404, "not_found");
});

test("a file is marked as purged only if its object no longer exists", async () => {
  const { recipient, item } = await sendRequest({});
  const stored = await upload(recipient, item.id);
  const removed = await upload(recipient, item.id);
  const neverSent = await begin(recipient, item.id);
  for (const { file_id: file } of [removed, neverSent]) granted(await recipient.rpc("remove_file", { file }));

  const [answer] = await job<{ gone: string[] }>("select public.finish_purge($1) as gone", [
    [stored.object_key, removed.object_key, neverSent.object_key],
  ]);
  expect(answer?.gone).toEqual([neverSent.object_key]);
  expect(await stateOf(removed.file_id)).toMatchObject({ purged_at: null });
  expect(await stateOf(stored.file_id)).toMatchObject({ status: "stored", purged_at: null });
  expect(await stateOf(neverSent.file_id)).toMatchObject({ purged_at: expect.any(Date) });
});

test("an object is claimed by one run until it is released or its lease expires", async () => {
  const { recipient, item } = await sendRequest({});
  const file = await upload(recipient, item.id);
  granted(await recipient.rpc("remove_file", { file: file.file_id }));
  const wanted = [file.object_key];
  const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];

  expect(await claim(first, wanted)).toEqual(wanted);
  expect(await claim(first, wanted)).toEqual([]);
  expect(await claim(second, wanted)).toEqual([]);
  await job("select public.release_purge($1)", [first]);
  expect(await claim(second, wanted)).toEqual(wanted);
  await asAdmin((query) => query("update private.purge_claims set leased_until = now()"));
  expect(await claim(second, wanted)).toEqual([]);
  expect(await claim(third, wanted)).toEqual(wanted);
});

test("concurrent claims share no object", async () => {
  const { recipient, item } = await sendRequest({});
  const wanted: string[] = [];
  for (let count = 0; count < 6; count += 1) {
    const file = await begin(recipient, item.id);
    granted(await recipient.rpc("remove_file", { file: file.file_id }));
    wanted.push(file.object_key);
  }
  const claims = await Promise.all(Array.from({ length: 4 }, () => claim(randomUUID(), wanted)));
  expect(claims.flat().sort()).toEqual(wanted.sort());
});

test("objects without a file are found in key order, each by one run", async () => {
  const { workspace, requester, recipient, item } = await sendRequest({});
  const file = await upload(recipient, item.id);
  const kept = await sendRequest({});
  const stored = await upload(kept.recipient, kept.item.id);
  await prove(requester, "delete_account");
  granted(await requester.rpc("delete_account", { workspaces: [workspace] }));

  const walk = (run: string, after: string) =>
    job<{ seen_to: string | null; object_keys: string[] }>("select * from public.claim_orphans($1, $2)", [
      run,
      after,
    ]);
  const run = randomUUID();
  const [seen] = await walk(run, "");
  expect(seen?.object_keys).toContain(file.object_key);
  expect(seen?.object_keys).not.toContain(stored.object_key);
  expect(await walk(run, seen?.seen_to ?? "")).toEqual([{ seen_to: null, object_keys: [] }]);
  expect((await walk(randomUUID(), ""))[0]?.object_keys).not.toContain(file.object_key);
  await job("select public.release_purge($1)", [run]);
  expect((await walk(randomUUID(), ""))[0]?.object_keys).toContain(file.object_key);
});

describe("of examples", () => {
  const claimed = async (bucket: string) => {
    const run = randomUUID();
    const [seen] = await job<{ object_keys: string[] }>("select * from public.claim_orphans($1, '', $2)", [
      run,
      bucket,
    ]);
    await job("select public.release_purge($1)", [run]);
    return seen?.object_keys ?? [];
  };

  test("those without a row are found, in their own bucket alone", async () => {
    const { requester, recipient, item } = await sendRequest({});
    const kept = await addExample(requester, item.id);
    const shared = await addExample(requester, item.id);
    const removed = await addExample(requester, item.id);
    const document = await upload(recipient, item.id);
    const { request_id: request } = await adminRow<{ request_id: string }>(
      "select request_id from public.items where id = $1",
      [item.id],
    );
    granted(await requester.rpc("duplicate_request", { request }));
    for (const { example_id: example } of [shared, removed]) granted(await removeExample(requester, example));
    const [copy] = await adminRows<{ id: string }>(
      "select id from public.item_examples where object_key = $1",
      [removed.object_key],
    );
    granted(await removeExample(requester, copy?.id ?? ""));

    const ours = new Set([kept, shared, removed, document].map(({ object_key: key }) => key));
    const claimedOfOurs = async (bucket: string) => (await claimed(bucket)).filter((key) => ours.has(key));
    expect(await claimedOfOurs("assets")).toEqual([removed.object_key]);
    expect(await claimedOfOurs("documents")).toEqual([]);
    await asAdmin((query) =>
      query("insert into storage.buckets (id, name, public) values ('elsewhere', 'elsewhere', false)"),
    );
    await asAdmin((query) =>
      query("insert into storage.objects (bucket_id, name, version) values ('elsewhere', 'theirs', 'v')"),
    );
    expect(await claimed("elsewhere")).toEqual([]);
  });

  test("unfinished ones expire after a day", async () => {
    const { requester, item } = await sendRequest({});
    const late = await beginExample(requester, item.id);
    granted(await putExample(requester, late.object_key));
    const stored = await addExample(requester, (await sendRequest({ requester })).item.id);
    const old = [late.example_id, stored.example_id];
    await asAdmin((query) =>
      query("update public.item_examples set created_at = now() - interval '25 hours' where id = any($1)", [
        old,
      ]),
    );
    const fresh = await beginExample(requester, (await sendRequest({ requester })).item.id);
    await retire();
    const ids = [...old, fresh.example_id];
    const left = await adminRows<{ id: string }>("select id from public.item_examples where id = any($1)", [
      ids,
    ]);
    expect(left.map(({ id }) => id).sort()).toEqual([stored.example_id, fresh.example_id].sort());
    expect(await claimed("assets")).toContain(late.object_key);
  });

  test("a claim ends when the object is gone from its bucket", async () => {
    const { requester, item } = await sendRequest({});
    const { example_id: example, object_key: key } = await addExample(requester, item.id);
    granted(await removeExample(requester, example));
    const finish = async (bucket: string) =>
      (await job<{ gone: string[] }>("select public.finish_purge($1, $2) as gone", [[key], bucket]))[0]?.gone;
    expect(await finish("assets")).toEqual([]);
    await asAdmin(async (query) => {
      await query("set local storage.allow_delete_query = 'true'");
      await query("delete from storage.objects where name = $1", [key]);
    });
    expect(await finish("assets")).toEqual([key]);
  });
});
