import { randomUUID } from "node:crypto";
import { limits } from "@sheaf/contract/limits";
import { beforeAll, describe, expect, test } from "vitest";
import { enrol } from "./testing/cast.ts";
import { adminRow, adminRows, asAdmin } from "./testing/database.ts";
import { expectNotFound, granted } from "./testing/expectations.ts";
import type { Call, TestResponse } from "./testing/front-door.ts";
import { type Person, signIn, signUp } from "./testing/people.ts";
import {
  begin,
  finish,
  getObject,
  linkOf,
  pdf,
  put,
  resume,
  sendRequest,
  type SentRequest,
  startResumable,
  type Upload,
  upload,
} from "./testing/requests.ts";

const bytes = pdf.toString();
const open = (person: Person, files: readonly string[], purpose = "view", more = {}) =>
  person.rpc("open_files", { files, purpose, ...more });
const opened = async (...call: Parameters<typeof open>) => granted(await open(...call)) as string[];

interface Read extends Record<string, unknown> {
  person: string;
  purpose: string;
  by_member: boolean;
}

const readsOf = (file: string) =>
  adminRows<Read>(
    "select person, purpose, by_member from private.file_reads where file_id = $1 order by at, purpose",
    [file],
  );

/** As a minute later. */
const endGrants = (file: string) =>
  asAdmin((query) =>
    query(
      "update private.read_grants set since = since - interval '1 minute', until = until - interval '1 minute' where file_id = $1",
      [file],
    ),
  );

async function uploadInParts(person: Person, item: string): Promise<Upload> {
  const begun = await begin(person, item, "parts.pdf");
  const { path } = await startResumable(person, begun.object_key);
  expect((await resume(person, path, 0)).status).toBe(204);
  granted(await finish(person, begun.file_id));
  return begun;
}

let sent: SentRequest;
let nora: Person;
let anna: Person;
beforeAll(async () => {
  sent = await sendRequest({ items: Array.from({ length: 8 }, (_, place) => ({ title: `Month ${place}` })) });
  [nora, anna] = [sent.requester, sent.recipient];
});

let added = 0;
/** An item takes 50 files, fewer than the tests send. */
const nextItem = () => sent.items[(added += 1) % 7]?.id ?? "";
const add = () => upload(anna, nextItem());

const gaveNothing = ({ status, body }: TestResponse) =>
  !JSON.stringify(body).includes(bytes.slice(0, 8)) &&
  (status >= 400 ||
    (Array.isArray(body)
      ? body.every((entry) => Reflect.get(Object(entry), "signedURL") === null)
      : JSON.stringify(body) === JSON.stringify({ hasNext: false, folders: [], objects: [] })));

const post = (body: object): Call => ({ method: "POST", body });

/** Every way in which Storage could give the bytes of an object, or facts about it. */
const ways: [string, (key: string) => [string, Call]][] = [
  ["download", (key) => [`object/documents/${key}`, {}]],
  ["authenticated download", (key) => [`object/authenticated/documents/${key}`, {}]],
  ["a part", (key) => [`object/authenticated/documents/${key}`, { headers: { range: "bytes=0-3" } }]],
  ["if it has changed", (key) => [`object/documents/${key}`, { headers: { "if-none-match": '"x"' } }]],
  ["facts", (key) => [`object/info/documents/${key}`, {}]],
  ["facts for users", (key) => [`object/info/authenticated/documents/${key}`, {}]],
  ["HEAD of facts", (key) => [`object/info/documents/${key}`, { method: "HEAD" }]],
];

/** Those that a grant doesn't open either. */
const closedWays: typeof ways = [
  ["HEAD", (key) => [`object/authenticated/documents/${key}`, { method: "HEAD" }]],
  ["list", (key) => ["object/list/documents", post({ prefix: key.slice(0, key.lastIndexOf("/")) })]],
  ["list by page", (key) => ["object/list-v2/documents", post({ prefix: key })]],
  ["signed address", (key) => [`object/sign/documents/${key}`, post({ expiresIn: 3600 })]],
  ["signed addresses", (key) => ["object/sign/documents", post({ expiresIn: 3600, paths: [key] })]],
  ["signed upload", (key) => [`object/upload/sign/documents/${key}`, { method: "POST" }]],
  [
    "copy",
    (key) => [
      "object/copy",
      post({ bucketId: "documents", sourceKey: key, destinationKey: `${key}x`, destinationBucket: "assets" }),
    ],
  ],
  [
    "move",
    (key) => ["object/move", post({ bucketId: "documents", sourceKey: key, destinationKey: `${key}x` })],
  ],
  ["picture", (key) => [`render/image/authenticated/documents/${key}?width=9`, {}]],
  ["public", (key) => [`object/public/documents/${key}`, {}]],
  ["S3", (key) => [`s3/documents/${key}`, {}]],
];

describe.each([
  ["sent at once", upload],
  ["sent in parts", uploadInParts],
])("no bytes without a row, of a file %s", (_, send) => {
  test.each([...ways, ...closedWays])("by %s", async (_way, call) => {
    const { file_id: file, object_key: key } = await send(anna, nextItem());
    const [path, options] = call(key);
    for (const person of [nora, anna])
      expect(await person.knock(`/storage/v1/${path}`, options)).toSatisfy(gaveNothing);
    expect(await readsOf(file)).toEqual([]);
  });

  test.each(closedWays)("nor, with one, by %s", async (_way, call) => {
    const { file_id: file, object_key: key } = await send(anna, nextItem());
    expect(await opened(nora, [file])).toEqual([file]);
    const [path, options] = call(key);
    expect(await nora.knock(`/storage/v1/${path}`, options)).toSatisfy(gaveNothing);
  });

  test("and with one, by its member and its uploader", async () => {
    const { file_id: file, object_key: key } = await send(anna, nextItem());
    for (const person of [nora, anna]) {
      expect(await opened(person, [file])).toEqual([file]);
      expect(await getObject(person, key)).toEqual({ status: 200, body: bytes });
      const part = await getObject(person, key, { headers: { range: "bytes=0-3" } });
      expect(part).toEqual({ status: 206, body: bytes.slice(0, 4) });
    }
    expect(await readsOf(file)).toEqual([
      { person: nora.userId, purpose: "view", by_member: true },
      { person: anna.userId, purpose: "view", by_member: false },
    ]);
  });
});

describe("a grant", () => {
  test("belongs to a session, not to its person", async () => {
    const { file_id: file, object_key: key } = await add();
    await opened(nora, [file]);
    const elsewhere = await signIn(nora);
    expect((await getObject(elsewhere, key)).status).toBe(400);
    expect((await getObject(anna, key)).status).toBe(400);
    expect((await getObject(nora, key)).status).toBe(200);
  });

  test("opens no other file", async () => {
    const [one, other] = [await add(), await add()];
    await opened(nora, [one.file_id]);
    expect((await getObject(nora, other.object_key)).status).toBe(400);
  });

  test.each(ways)("has ended a minute later, for %s", async (_, call) => {
    const { file_id: file, object_key: key } = await add();
    const [path, options] = call(key);
    const read = async () => (await nora.knock(`/storage/v1/${path}`, options)).status;
    await opened(nora, [file]);
    expect(await read()).toBeLessThan(300);
    await endGrants(file);
    expect(await read()).toBe(400);
  });

  test("that is renewed in time is one opening, and a later one is another", async () => {
    const { file_id: file } = await add();
    await opened(nora, [file]);
    await opened(nora, [file]);
    expect(await readsOf(file)).toHaveLength(1);
    await opened(nora, [file], "download");
    expect(await readsOf(file)).toHaveLength(2);
    await endGrants(file);
    await opened(nora, [file]);
    expect(await readsOf(file)).toHaveLength(3);
  });

  test("of two requests at once is one opening", async () => {
    const { file_id: file } = await add();
    await Promise.all([opened(nora, [file]), opened(nora, [file]), opened(nora, [file])]);
    expect(await readsOf(file)).toHaveLength(1);
  });

  test("opens nothing for a member who was removed", async () => {
    const ben = await signUp("ben");
    await enrol(sent.workspace, ben, "member");
    const { file_id: file, object_key: key } = await add();
    await opened(ben, [file]);
    expect((await getObject(ben, key)).status).toBe(200);
    granted(await nora.rpc("remove_member", { workspace: sent.workspace, member: ben.userId }));
    expect((await getObject(ben, key)).status).toBe(400);
  });

  test("opens nothing for a recipient who was removed, or whose session has ended", async () => {
    const here = await sendRequest({ recipients: 2 });
    const [first, second] = here.recipients;
    if (!first || !second) throw new Error("Two recipients were asked");
    const { file_id: file, object_key: key } = await upload(first, here.item.id);
    for (const person of [first, second]) {
      await opened(person, [file]);
      expect((await getObject(person, key)).status).toBe(200);
    }
    await asAdmin((query) =>
      query("update public.recipients set user_id = null, removed_at = now() where user_id = $1", [
        second.userId,
      ]),
    );
    expect((await getObject(second, key)).status).toBe(400);
    await asAdmin((query) => query("delete from auth.sessions where id = $1", [first.claims["session_id"]]));
    expect((await getObject(first, key)).status).toBe(400);
    expect((await open(first, [file])).status).toBe(401);
  });

  test("opens nothing of a removed file", async () => {
    const { file_id: file, object_key: key } = await add();
    await opened(nora, [file]);
    granted(await anna.rpc("remove_file", { file }));
    expect((await getObject(nora, key)).status).toBe(400);
    expect(await opened(nora, [file])).toEqual([]);
  });

  test("is deleted some time after it has ended", async () => {
    const { file_id: file } = await add();
    await opened(nora, [file]);
    await asAdmin((query) =>
      query("update private.read_grants set until = now() - interval '2 hours' where file_id = $1", [file]),
    );
    const other = await add();
    await opened(nora, [other.file_id]);
    expect(await adminRows("select from private.read_grants where file_id = $1", [file])).toEqual([]);
    expect(await readsOf(file)).toHaveLength(1);
  });
});

describe("opening", () => {
  test("leaves out what the caller can't read, as if it weren't there", async () => {
    const [mine, other] = [await add(), await sendRequest({})];
    const theirs = await upload(other.recipient, other.item.id);
    const unfinished = await begin(anna, nextItem());
    granted(await put(anna, unfinished.object_key));
    const files = [mine.file_id, theirs.file_id, unfinished.file_id, randomUUID()];
    expect(await opened(nora, files)).toEqual([mine.file_id]);
    for (const { file_id } of [theirs, unfinished]) expect(await readsOf(file_id)).toEqual([]);
    const stranger = await signUp("stranger");
    const answers = await Promise.all(files.map((file) => open(stranger, [file])));
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify({ status: 200, body: [] })]),
    );
  });

  test("gives a helper who was handed an item only its files", async () => {
    const [first, second] = [sent.items[0], sent.items[7]];
    const helper = await signUp("helper");
    granted(await anna.rpc("hand_off_item", { item: second?.id, email: helper.email }));
    granted(await helper.rpc("join_request", { token: await linkOf(nora, sent.id) }));
    const [closed, handed] = [await upload(anna, first?.id ?? ""), await upload(helper, second?.id ?? "")];
    expect(await opened(helper, [closed.file_id, handed.file_id])).toEqual([handed.file_id]);
    expect((await getObject(helper, closed.object_key)).status).toBe(400);
    expect((await getObject(helper, handed.object_key)).status).toBe(200);
    expectNotFound(await helper.rpc("file_openings", { file: closed.file_id }));
  });

  test.each([
    ["an unknown purpose", "look", {}],
    ["an export without its id", "export", {}],
    ["an id without an export", "view", { export: randomUUID() }],
  ])("refuses %s", async (_, purpose, more) => {
    const { file_id: file } = await add();
    expect(await open(nora, [file], purpose, more)).toMatchObject({
      status: 422,
      body: { message: "file.purpose" },
    });
    expect(await readsOf(file)).toEqual([]);
  });

  test(`refuses more than ${limits.filesOpenedTogether} files`, async () => {
    const many = Array.from({ length: limits.filesOpenedTogether + 1 }, () => randomUUID());
    expect(await open(nora, many)).toMatchObject({ body: { message: "file.too_many_opened" } });
    expect(await opened(nora, many.slice(1))).toEqual([]);
  });
});

describe("an export", () => {
  const exportsOf = (request: string) =>
    adminRows<{ actor: string; data: { files: number } }>(
      "select actor, data from public.events where request_id = $1 and kind = 'exported' order by seq",
      [request],
    );

  test("is noted once, however often its grants are renewed", async () => {
    const here = await sendRequest({});
    const files = [];
    for (const name of ["a.pdf", "b.pdf", "c.pdf"])
      files.push((await upload(here.recipient, here.item.id, name)).file_id);
    const id = randomUUID();
    const exporting = (some: readonly string[]) => opened(here.requester, some, "export", { export: id });
    // The first response was lost.
    await Promise.all([exporting(files), exporting(files)]);
    for (const file of files) await endGrants(file);
    expect(await exporting(files.slice(0, 2))).toHaveLength(2);
    expect(await exporting(files.slice(2))).toEqual(files.slice(2));
    expect(await exportsOf(here.id)).toEqual([
      { actor: here.requester.userId, data: { files: 3, export: id } },
    ]);
    for (const file of files) expect(await readsOf(file)).toHaveLength(1);
    await opened(here.requester, files, "export", { export: randomUUID() });
    expect(await exportsOf(here.id)).toHaveLength(2);
  });

  test("opens nothing that it didn't name at first", async () => {
    const here = await sendRequest({});
    const [named, added] = [
      await upload(here.recipient, here.item.id),
      await upload(here.recipient, here.item.id),
    ];
    const id = randomUUID();
    await opened(here.requester, [named.file_id], "export", { export: id });
    expect(await opened(here.requester, [named.file_id, added.file_id], "export", { export: id })).toEqual([
      named.file_id,
    ]);
    expect((await getObject(here.requester, added.object_key)).status).toBe(400);
    // Another person's export with the same id is separate.
    expect(await opened(here.recipient, [added.file_id], "export", { export: id })).toEqual([added.file_id]);
  });

  test("of several requests is noted in each, and read by members only", async () => {
    const first = await sendRequest({});
    const second = await sendRequest({ requester: first.requester, workspace: first.workspace });
    const files = [
      await upload(first.recipient, first.item.id),
      await upload(second.recipient, second.item.id),
    ].map(({ file_id }) => file_id);
    await opened(first.requester, files, "export", { export: randomUUID() });
    for (const { id, requester, recipient } of [first, second]) {
      expect(await exportsOf(id)).toMatchObject([{ data: { files: 1 } }]);
      const query = `/rest/v1/events?select=kind&kind=eq.exported&request_id=eq.${id}`;
      expect(granted(await requester.knock(query))).toHaveLength(1);
      expect(granted(await recipient.knock(query))).toEqual([]);
    }
  });
});

describe("who opened a file", () => {
  const openings = async (person: Person, file: string) =>
    granted(await person.rpc("file_openings", { file })) as { name: string; times: number }[];

  test("members read of everybody, its uploader of members, by name", async () => {
    const { file_id: file } = await add();
    await opened(nora, [file]);
    await endGrants(file);
    await opened(nora, [file], "download");
    await opened(anna, [file]);
    const [byNora, byAnna] = [
      { name: "Nora Okafor", by_member: true, times: 2 },
      { name: anna.email, by_member: false, times: 1 },
    ];
    expect(await openings(nora, file)).toMatchObject([
      { ...byAnna, is_me: false },
      { ...byNora, is_me: true },
    ]);
    expect(await openings(anna, file)).toMatchObject([{ ...byNora, is_me: false }]);
  });

  test("shows every read that gave bytes; what was only loaded says so, and doesn't count as opened", async () => {
    const { file_id: file, object_key: key } = await add();
    for (const purpose of ["prefetch", "thumbnail"]) {
      await opened(nora, [file], purpose);
      expect((await getObject(nora, key)).status).toBe(200);
      await endGrants(file);
    }
    for (const person of [anna, nora])
      expect(await openings(person, file)).toMatchObject([
        { name: "Nora Okafor", by_member: true, times: 2, is_loaded_only: true },
      ]);
    await opened(nora, [file]);
    expect(await openings(anna, file)).toMatchObject([{ times: 1, is_loaded_only: false }]);
    expect(await readsOf(file)).toHaveLength(3);
  });

  test("recipients never read a member's address", async () => {
    const ben = await signUp("ben");
    await enrol(sent.workspace, ben, "member");
    const { file_id: file } = await add();
    await opened(ben, [file]);
    const [opening] = await openings(anna, file);
    expect(Object.keys(opening ?? {})).toEqual([
      "name",
      "is_me",
      "by_member",
      "times",
      "last_at",
      "is_loaded_only",
    ]);
    expect(opening).toMatchObject({ name: "Some One", times: 1 });
  });

  test("is nothing that a co-recipient or a stranger reads", async () => {
    const here = await sendRequest({ recipients: 2 });
    const [first, second] = here.recipients;
    const { file_id: file } = await upload(first ?? here.recipient, here.item.id);
    await opened(here.requester, [file]);
    for (const person of [second ?? here.requester, await signUp("stranger")])
      expectNotFound(await person.rpc("file_openings", { file }));
  });
});

describe("a file that a browser could show again without asking", () => {
  test.each([
    "max-age=3600",
    "max-age=01",
    "private",
    "max-age=0, stale-while-revalidate=60",
    "max-age=0, max-age=60",
  ])("is refused when its upload is finished: %s", async (caching) => {
    const { file_id: file, object_key: key } = await begin(anna, nextItem());
    granted(await put(anna, key, pdf, { "cache-control": caching }));
    expect(await finish(anna, file)).toMatchObject({ status: 422, body: { message: "file.caching" } });
    expect(await opened(anna, [file])).toEqual([]);
    granted(await anna.rpc("remove_file", { file }));
  });

  test.each(["no-store", "private, No-Store", "no-cache", "max-age=60,no-cache", "Max-Age=0"])(
    "is not one with %s",
    async (caching) => {
      const { file_id: file, object_key: key } = await begin(anna, nextItem());
      granted(await put(anna, key, pdf, { "cache-control": caching }));
      granted(await finish(anna, file));
    },
  );

  test("is refused when it was sent in parts, too", async () => {
    const { file_id: file, object_key: key } = await begin(anna, nextItem());
    const { path } = await startResumable(anna, key, { cacheControl: "3600" });
    expect((await resume(anna, path, 0)).status).toBe(204);
    expect(await finish(anna, file)).toMatchObject({ body: { message: "file.caching" } });
  });
});

test("a thousand files are opened in one go, and each costs no more than one of ten", async () => {
  const here = await sendRequest({});
  const { file_id: first } = await upload(here.recipient, here.item.id);
  await asAdmin((query) =>
    query(
      `insert into public.files (item_id, request_id, workspace_id, name, size, mime, sha256, object_version, status, uploaded_by, stored_at)
       select f.item_id, f.request_id, f.workspace_id, n || '.pdf', f.size, f.mime, f.sha256, 'v', 'stored', f.uploaded_by, now()
       from public.files as f cross join generate_series(2, 1100) as n where f.id = $1`,
      [first],
    ),
  );
  const all = (
    await adminRows<{ id: string }>("select id from public.files where request_id = $1", [here.id])
  ).map(({ id }) => id);
  const perFile = async (files: readonly string[]) => {
    const began = performance.now();
    expect(await opened(here.requester, files)).toHaveLength(files.length);
    return (performance.now() - began) / files.length;
  };
  await perFile(all.slice(0, 10));
  const ten = await perFile(all.slice(10, 20));
  const thousand = await perFile(all.slice(100));
  process.stdout.write(`Opening 1,000 files, per file beside 10: ×${(thousand / ten).toFixed(2)}\n`);
  expect(thousand).toBeLessThan(ten);
  expect(
    await adminRow("select count(*)::int as count from private.read_grants where session_id = $1", [
      here.requester.claims["session_id"],
    ]),
  ).toEqual({ count: 1020 });
});
