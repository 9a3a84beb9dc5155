import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Person, refusal, startTestStorage, type TestStorage } from "./storage.harness.ts";

const ada: Person = { role: "authenticated", sub: randomUUID() };
const ben: Person = { role: "authenticated", sub: randomUUID() };
const service = { role: "service_role" };
let storage: TestStorage;

const own = `bucket_id = 'docs' and (storage.foldername(name))[1]
  = current_setting('request.jwt.claims', true)::jsonb ->> 'sub'`;
const policies: string[] = [];

async function allow(command: "insert" | "select" | "update" | "delete", rule: string) {
  const name = `test_${policies.length}`;
  policies.push(name);
  const clause = command === "insert" ? "with check" : "using";
  await storage.sql(
    `create policy ${name} on storage.objects for ${command} to authenticated ${clause} (${rule})`,
  );
}

const upload = (as: Person | typeof service, key: string, headers: Record<string, string> = {}) =>
  storage.fetch(`/object/docs/${key}`, {
    method: "POST",
    as,
    body: "content",
    headers: { "content-type": "text/plain", ...headers },
  });
const get = (as: Person, path: string, method = "GET") => storage.fetch(path, { as, method });

beforeAll(async () => {
  storage = await startTestStorage();
  await storage.sql("insert into storage.buckets (id, name) values ('docs', 'docs')");
});

beforeEach(() => {
  policies.length = 0;
});

afterEach(async () => {
  for (const policy of policies) await storage.sql(`drop policy ${policy} on storage.objects`);
  const rows = await storage.sql("select name from storage.objects");
  const prefixes = rows.rows.map((row) => row["name"]);
  if (prefixes.length === 0) return;
  const init = { method: "DELETE", headers: { "content-type": "application/json" }, as: service };
  await storage.fetch("/object/docs", { ...init, body: JSON.stringify({ prefixes }) });
});

afterAll(() => storage.stop());

describe("uploading", () => {
  test("requires the INSERT policy, but none for reading", async () => {
    await allow("insert", own);
    expect((await upload(ada, `${ada.sub}/a`)).status).toBe(200);
    expect(await refusal(await get(ada, `/object/docs/${ada.sub}/a`))).toBe("400 NoSuchKey");
  });

  test("to another user's folder is rejected and leaves neither row nor bytes", async () => {
    await allow("insert", own);
    expect(await refusal(await upload(ben, `${ada.sub}/a`))).toBe("400 AccessDenied");
    expect(await storage.files()).toEqual([]);
    expect((await storage.sql("select from storage.objects")).rowCount).toBe(0);
  });

  test("lets a policy test the type and the announced size before any byte is saved", async () => {
    await allow(
      "insert",
      "metadata ->> 'mimetype' = 'text/plain' and (metadata ->> 'contentLength')::int = 7",
    );
    expect((await upload(ada, "fits")).status).toBe(200);
    expect(await refusal(await upload(ada, "typed", { "content-type": "image/png" }))).toBe(
      "400 AccessDenied",
    );
  });

  test("has the service's operation name in policies", async () => {
    await allow("insert", "storage.operation() = 'storage.object.upload'");
    expect((await upload(ada, "a")).status).toBe(200);
  });

  test("gives policies the request and the claims of its token, but not those of its API key", async () => {
    await allow(
      "insert",
      `current_setting('request.method') = 'POST' and current_setting('request.path') = '/object/docs/' || name
       and current_setting('request.headers')::jsonb ->> 'x-sheaf-test' = 'seen'
       and current_setting('request.jwt') like 'ey%' and current_setting('role') = 'authenticated'
       and current_setting('request.jwt.claim.role') = 'authenticated'`,
    );
    expect((await upload(ada, "told", { "x-sheaf-test": "seen" })).status).toBe(200);
    expect(await refusal(await upload(ada, "silent"))).toBe("400 AccessDenied");
    const init = { method: "POST", body: "x", headers: { apikey: await storage.tokenOf(service) } };
    expect(await refusal(await storage.fetch("/object/docs/keyed", init))).toBe("400 InvalidRequest");
  });

  test("records the owner", async () => {
    await allow("insert", "owner_id = current_setting('request.jwt.claim.sub', true)");
    await upload(ada, "owned");
    await upload(service, "ours");
    const { rows } = await storage.sql("select owner::text, owner_id from storage.objects order by name");
    expect(rows).toEqual([
      { owner: null, owner_id: null },
      { owner: ada.sub, owner_id: ada.sub },
    ]);
  });

  test("over an existing file requires permission to insert, select and update", async () => {
    await allow("insert", "true");
    await upload(ada, "a");
    const replace = () => upload(ada, "a", { "x-upsert": "true" });
    expect(await refusal(await replace())).toBe("400 AccessDenied");
    await allow("select", "true");
    expect(await refusal(await replace())).toBe("400 AccessDenied");
    await allow("update", "true");
    expect((await replace()).status).toBe(200);
    expect(await storage.files()).toHaveLength(1);
  });
});

describe("reading", () => {
  beforeEach(async () => {
    await upload(service, "a");
  });

  const statuses = async () => ({
    download: (await get(ada, "/object/authenticated/docs/a")).status,
    info: (await get(ada, "/object/info/docs/a")).status,
    head: (await get(ada, "/object/docs/a", "HEAD")).status,
  });

  test.each([
    ["storage.object.get_authenticated", { download: 200, info: 400, head: 400 }],
    ["object.get_authenticated_info", { download: 400, info: 200, head: 400 }],
    ["object.head_authenticated_info", { download: 400, info: 400, head: 200 }],
  ])("where a policy allows %s alone, only that is answered", async (operation, expected) => {
    await allow("select", `storage.operation() = '${operation}'`);
    expect(await statuses()).toEqual(expected);
  });

  test("is allowed by the operation's name with or without the prefix", async () => {
    await allow("select", "storage.allow_any_operation(array['object.get_authenticated', 'object.sign'])");
    await allow("select", "storage.allow_only_operation('storage.object.get_authenticated_info')");
    expect(await statuses()).toEqual({ download: 200, info: 200, head: 400 });
  });

  test("hidden and missing files get the same response", async () => {
    await allow("select", "false");
    const hidden = await get(ada, "/object/authenticated/docs/a");
    const missing = await get(ada, "/object/authenticated/docs/b");
    expect(hidden.status).toBe(missing.status);
    expect(await hidden.json()).toEqual(await missing.json());
  });
});

describe("removing", () => {
  const remove = async (as: Person) => {
    const response = await storage.fetch("/object/docs", {
      method: "DELETE",
      as,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ prefixes: ["a"] }),
    });
    return (await response.json()) as unknown[];
  };

  test("requires permission to select and delete, and deletes the bytes", async () => {
    await upload(service, "a");
    await allow("delete", "true");
    expect(await remove(ada)).toEqual([]);
    expect(await storage.files()).toHaveLength(1);
    await allow("select", "true");
    expect(await remove(ada)).toHaveLength(1);
    expect(await storage.files()).toEqual([]);
  });

  test("is impossible by plain SQL, which would leave the bytes on disk", async () => {
    await upload(service, "a");
    const plain = storage.sql("set local storage.allow_delete_query = ''; delete from storage.objects");
    await expect(plain).rejects.toThrow("Direct deletion from storage tables is not allowed");
  });
});

describe("a token", () => {
  test("that has expired grants nothing", async () => {
    await upload(service, "a");
    await allow("select", "true");
    const token = await storage.tokenOf(ada);
    const headers = { authorization: `Bearer ${token}` };
    const at = (time: string) => {
      storage.setClock(new Date(time));
      return storage.fetch("/object/authenticated/docs/a", { headers });
    };
    expect((await at("2026-11-21T09:59:59Z")).status).toBe(200);
    expect(await refusal(await at("2026-11-21T10:00:01Z"))).toBe("400 AccessDenied");
    storage.setClock(new Date("2026-11-21T09:00:00Z"));
  });

  test("for an unknown role grants nothing", async () => {
    const response = await storage.fetch("/object/info/authenticated/docs/a", {
      as: { role: "supabase_storage_admin" },
    });
    expect(await refusal(response)).toBe("400 AccessDenied");
  });

  test("signed with another secret grants nothing", async () => {
    const [header, claims] = (await storage.tokenOf(service)).split(".");
    const response = await storage.fetch("/object/info/authenticated/docs/a", {
      headers: { authorization: `Bearer ${header}.${claims}.${"A".repeat(43)}` },
    });
    expect(await refusal(response)).toBe("400 AccessDenied");
  });
});

describe("a signed URL", () => {
  const sign = (path: string, as: Person) =>
    storage.fetch(path, {
      method: "POST",
      as,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ expiresIn: 60, paths: ["a"] }),
    });

  test("for a file requires permission to select, with the operation's name, only when it is created", async () => {
    await upload(service, "a");
    expect(await refusal(await sign("/object/sign/docs/a", ada))).toBe("400 NoSuchKey");
    await allow("select", "storage.operation() = 'storage.object.sign'");
    const { signedURL } = (await (await sign("/object/sign/docs/a", ada)).json()) as { signedURL: string };
    expect(await (await sign("/object/sign/docs", ada)).json()).toMatchObject([{ signedURL: null }]);
    await allow("select", "storage.operation() = 'storage.object.sign_many'");
    expect(await (await sign("/object/sign/docs", ada)).json()).toMatchObject([{ error: null }]);
    for (const policy of policies.splice(0)) await storage.sql(`drop policy ${policy} on storage.objects`);
    expect((await storage.fetch(signedURL)).status).toBe(200);
  });

  test("for an upload requires permission to insert, and its creator owns the file", async () => {
    const sendRequest = () => storage.fetch("/object/upload/sign/docs/a", { method: "POST", as: ada });
    expect(await refusal(await sendRequest())).toBe("400 AccessDenied");
    await allow("insert", "storage.operation() = 'storage.object.sign_upload_url'");
    const { url } = (await (await sendRequest()).json()) as { url: string };
    const stored = await storage.fetch(url, {
      method: "PUT",
      body: "x",
      headers: { "content-type": "text/plain" },
    });
    expect(stored.status).toBe(200);
    const { rows } = await storage.sql("select owner_id from storage.objects");
    expect(rows).toEqual([{ owner_id: ada.sub }]);
  });
});

test("a replacement has its own operation name, and requires all three permissions for a new name too", async () => {
  const put = () => storage.fetch("/object/docs/a", { method: "PUT", as: ada, body: "x" });
  await allow("insert", "storage.operation() = 'storage.object.upload_update'");
  expect(await refusal(await put())).toBe("400 AccessDenied");
  await allow("select", "true");
  await allow("update", "true");
  expect((await put()).status).toBe(200);
});

const sendRequest = (as: Person, method: string, path: string, body?: unknown) =>
  storage.fetch(path, {
    method,
    as,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });

describe("a list", () => {
  test("contains only objects that policies allow for its operation, and only their folders", async () => {
    for (const key of ["mine/a", "theirs/b"]) await upload(service, key);
    await allow("select", "storage.operation() = 'storage.object.list' and name like 'mine/%'");
    const list = await (await sendRequest(ada, "POST", "/object/list/docs", { prefix: "" })).json();
    expect(list).toMatchObject([{ name: "mine", id: null }]);
    const hidden = await (await sendRequest(ada, "POST", "/object/list-v2/docs", {})).json();
    expect(hidden).toEqual({ hasNext: false, folders: [], objects: [] });
    await allow("select", "storage.operation() = 'storage.object.list_v2' and name like 'theirs/%'");
    const keys = await (await sendRequest(ada, "POST", "/object/list-v2/docs", {})).json();
    expect(keys).toMatchObject({ objects: [{ name: "theirs/b" }] });
  });
});

test("a list returns up to 1500 names, a key list up to 1000", async () => {
  await storage.sql(`insert into storage.objects (bucket_id, name)
    select 'docs', 'n' || number from generate_series(1, 1501) as number`);
  const list = await sendRequest(ada, "POST", "/object/list/docs", { prefix: "", limit: 2000 });
  expect(await list.json()).toEqual([]);
  await allow("select", "true");
  const body = { prefix: "", limit: 2000 };
  expect(await (await sendRequest(ada, "POST", "/object/list/docs", body)).json()).toHaveLength(1500);
  const keys = (await (await sendRequest(ada, "POST", "/object/list-v2/docs", body)).json()) as {
    objects: unknown[];
  };
  expect(keys).toMatchObject({ hasNext: true });
  expect(keys.objects).toHaveLength(1000);
});

test("the service's SQL functions split an object's name", async () => {
  const { rows } =
    await storage.sql(`select storage.foldername(name) as folders, storage.filename(name) as file,
    storage.extension(name) as ending from unnest(array['a/b.c/d.tar.gz', 'e.pdf']) as name`);
  expect(rows).toEqual([
    { folders: ["a", "b.c"], file: "d.tar.gz", ending: "gz" },
    { folders: [], file: "e.pdf", ending: "pdf" },
  ]);
});

test("copying over an existing file also requires permission to update it", async () => {
  for (const key of ["a", "b"]) await upload(service, key);
  const body = JSON.stringify({ bucketId: "docs", sourceKey: "a", destinationKey: "b" });
  const headers = { "content-type": "application/json", "x-upsert": "true" };
  const copy = () => storage.fetch("/object/copy", { method: "POST", as: ada, body, headers });
  await allow("select", "true");
  await allow("insert", "true");
  expect(await refusal(await copy())).toBe("400 AccessDenied");
  await allow("update", "true");
  expect((await copy()).status).toBe(200);
});

describe("moving", () => {
  const move = (to: string) =>
    sendRequest(ada, "POST", "/object/move", { bucketId: "docs", sourceKey: "a", destinationKey: to });

  test("requires permission to select and update, and makes the caller the owner", async () => {
    await upload(service, "a");
    expect(await refusal(await move("b"))).toBe("400 NoSuchKey");
    await allow("select", "storage.operation() = 'storage.object.move'");
    expect(await refusal(await move("b"))).toBe("400 NoSuchKey");
    await allow("update", "name in ('a', 'b')");
    expect(await refusal(await move("c"))).toBe("400 AccessDenied");
    expect((await move("b")).status).toBe(200);
    const { rows } = await storage.sql("select name, owner_id, version from storage.objects");
    expect(rows).toMatchObject([{ name: "b", owner_id: ada.sub }]);
    expect(await storage.files()).toEqual([`docs/b/${String(rows[0]?.["version"])}`]);
  });

  test("fails for a file whose bytes are lost, and changes nothing", async () => {
    await storage.sql(`insert into storage.objects (bucket_id, name, version, metadata)
      values ('docs', 'a', gen_random_uuid()::text, '{}')`);
    await allow("select", "true");
    await allow("update", "true");
    const response = await move("b");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await refusal(response)).toBe("400 NoSuchKey");
    const { rows } = await storage.sql("select name from storage.objects");
    expect(rows).toEqual([{ name: "a" }]);
  });
});

test("copying requires permission to select the original and to insert the copy", async () => {
  await upload(service, "a");
  const copy = () =>
    sendRequest(ada, "POST", "/object/copy", { bucketId: "docs", sourceKey: "a", destinationKey: "b" });
  expect(await refusal(await copy())).toBe("400 NoSuchKey");
  await allow("select", "storage.operation() = 'storage.object.copy'");
  expect(await refusal(await copy())).toBe("400 AccessDenied");
  await allow("insert", "name = 'b' and metadata ->> 'mimetype' = 'text/plain'");
  expect((await copy()).status).toBe(200);
  expect(await storage.files()).toHaveLength(2);
  const { rows } = await storage.sql("select owner_id from storage.objects where name = 'b'");
  expect(rows).toEqual([{ owner_id: ada.sub }]);
});

describe("deleting a single file", () => {
  test("has different errors for a visible file without DELETE permission and for a missing file", async () => {
    await upload(service, "a");
    await allow("select", "true");
    expect(await refusal(await sendRequest(ada, "DELETE", "/object/docs/a"))).toBe("400 AccessDenied");
    expect(await refusal(await sendRequest(ada, "DELETE", "/object/docs/b"))).toBe("400 NoSuchKey");
    await allow("delete", "storage.operation() = 'storage.object.delete'");
    expect((await sendRequest(ada, "DELETE", "/object/docs/a")).status).toBe(200);
  });
});

describe("a bucket", () => {
  const onBuckets: string[] = [];

  async function allowOnBuckets(command: "insert" | "select" | "update" | "delete", rule: string) {
    const name = `buckets_${onBuckets.length}`;
    onBuckets.push(name);
    const clause = command === "insert" ? "with check" : "using";
    await storage.sql(
      `create policy ${name} on storage.buckets for ${command} to authenticated ${clause} (${rule})`,
    );
  }

  afterEach(async () => {
    for (const policy of onBuckets.splice(0)) await storage.sql(`drop policy ${policy} on storage.buckets`);
    await storage.sql("delete from storage.buckets where id <> 'docs'");
  });

  test("can be read, changed and deleted according to its policies, each with its operation name", async () => {
    await storage.sql("insert into storage.buckets (id, name) values ('own', 'own')");
    const change = () => sendRequest(ada, "PUT", "/bucket/own", { public: true });
    const end = () => sendRequest(ada, "DELETE", "/bucket/own");
    for (const attempt of [change, end, () => sendRequest(ada, "GET", "/bucket/own")])
      expect(await refusal(await attempt())).toBe("400 NoSuchBucket");
    await allowOnBuckets("select", "id = 'own'");
    expect(await (await sendRequest(ada, "GET", "/bucket")).json()).toMatchObject([{ id: "own" }]);
    expect(await refusal(await change())).toBe("400 NoSuchBucket");
    await allowOnBuckets("update", "storage.operation() = 'storage.bucket.update'");
    expect((await change()).status).toBe(200);
    expect(await refusal(await end())).toBe("400 NoSuchBucket");
    await allowOnBuckets("delete", "storage.operation() = 'storage.bucket.delete'");
    expect((await end()).status).toBe(200);
  });

  test("that contains invisible objects cannot be deleted", async () => {
    await upload(service, "a");
    await allowOnBuckets("select", "true");
    await allowOnBuckets("delete", "true");
    expect(await refusal(await sendRequest(ada, "DELETE", "/bucket/docs"))).toBe("400 ResourceNotEmpty");
  });

  test("can be emptied only by the service role, whatever policies allow", async () => {
    for (const key of ["a", "b"]) await upload(service, key);
    await allowOnBuckets("select", "true");
    await allow("select", "true");
    await allow("delete", "true");
    expect(await refusal(await sendRequest(ada, "POST", "/bucket/docs/empty"))).toBe("403 AccessDenied");
    expect(await storage.files()).toHaveLength(2);
    expect((await sendRequest({ ...ada, role: "service_role" }, "POST", "/bucket/docs/empty")).status).toBe(
      200,
    );
    expect(await storage.files()).toEqual([]);
  });
});
