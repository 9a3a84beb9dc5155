import { beforeAll, describe, expect, test } from "vitest";
import { covers } from "../coverage/covers.ts";
import { newBucket, refusal, type TestBucket } from "./storage.bucket.ts";

covers("POST /storage/v1/object/list/{bucket}", "POST /storage/v1/object/list-v2/{bucket}");

const keys = ["a.txt", "b/c/deep.txt", "b/one.txt", "b/two.txt", "B/three.txt", "d.txt", "e/last.txt"];
let bucket: TestBucket;

beforeAll(async () => {
  bucket = await newBucket();
  for (const key of keys) await bucket.upload(key, key);
});

const names = (entries: { name: string }[] | null) => entries?.map(({ name }) => name);

function post(route: string, body: unknown, key?: null) {
  const headers = { "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(body), ...(key === null && { key }) };
  return bucket.fetch(`/object/${route}/${bucket.id}`, init);
}

describe("a folder", () => {
  test("is listed one level deep, with only names for folders", async () => {
    const { data, error } = await bucket.service.list();
    expect(error).toBeNull();
    expect(names(data)).toEqual(
      ["a.txt", "b", "d.txt", "e"].map((name) => expect.stringMatching(new RegExp(`^${name}$`, "i"))),
    );
    expect(data?.[0]).toMatchObject({
      name: "a.txt",
      id: expect.any(String),
      created_at: expect.any(String),
      updated_at: expect.any(String),
      metadata: { size: 5, mimetype: "text/plain", eTag: expect.any(String) },
    });
    expect(data?.[3]).toMatchObject({
      name: "e",
      id: null,
      created_at: null,
      updated_at: null,
      metadata: null,
    });
  });

  test("lists relative names, with or without its trailing slash", async () => {
    for (const folder of ["e", "e/"])
      expect(names((await bucket.service.list(folder)).data)).toEqual(["last.txt"]);
    expect(names((await bucket.service.list("b/c")).data)).toEqual(["deep.txt"]);
  });

  test("is found case-insensitively", async () => {
    expect(names((await bucket.service.list("b")).data)).toEqual(["c", "one.txt", "three.txt", "two.txt"]);
    expect(names((await bucket.service.list("E")).data)).toEqual(["last.txt"]);
  });

  test("can be searched by prefix", async () => {
    expect(names((await bucket.service.list("b", { search: "t" })).data)).toEqual(["three.txt", "two.txt"]);
    expect(names((await bucket.service.list("", { search: "d" })).data)).toEqual(["d.txt"]);
  });

  test("is listed in pages and in the requested order", async () => {
    expect(names((await bucket.service.list("", { limit: 2, offset: 2 })).data)).toEqual(["d.txt", "e"]);
    const backwards = await bucket.service.list("b", { sortBy: { column: "name", order: "desc" } });
    // The service leaves out a folder that would be last.
    expect(names(backwards.data)?.filter((name) => name !== "c")).toEqual([
      "two.txt",
      "three.txt",
      "one.txt",
    ]);
    const byTime = await bucket.service.list("b", { sortBy: { column: "created_at", order: "desc" } });
    expect(names(byTime.data)).toEqual(["c", "three.txt", "two.txt", "one.txt"]);
  });

  test("that is empty or not visible is an empty list", async () => {
    expect((await bucket.service.list("nothing")).data).toEqual([]);
    expect((await bucket.anon.list()).data).toEqual([]);
    const response = await bucket.fetch(`/object/list/none-at-all`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ prefix: "" }),
    });
    expect(await response.json()).toEqual([]);
  });

  test("is listed for numbers as text and for text as numbers", async () => {
    const pages = await post("list", { prefix: "", limit: "2" });
    expect([pages.status, await pages.json()]).toEqual([200, [expect.anything(), expect.anything()]]);
    expect(await (await post("list", { prefix: 1 })).json()).toEqual([]);
  });

  test.each([
    {},
    { prefix: {} },
    { prefix: "", limit: 0 },
    { prefix: "", offset: -1 },
    { prefix: "", sortBy: { column: "size" } },
  ])("is not listed for %j", async (body) => {
    expect(await refusal(await post("list", body))).toMatchObject({
      status: 400,
      body: { statusCode: "400", error: "Error", code: "InvalidRequest" },
    });
  });
});

describe("a list of keys in pages", () => {
  /** Reads all pages. */
  async function allPages(options: Parameters<typeof bucket.service.listV2>[0]) {
    const seen: { folders: string[]; objects: string[] }[] = [];
    let cursor: string | undefined;
    do {
      const { data, error } = await bucket.service.listV2({
        ...options,
        ...(cursor === undefined ? {} : { cursor }),
      });
      if (error !== null) throw error;
      seen.push({ folders: names(data.folders) ?? [], objects: names(data.objects) ?? [] });
      cursor = data.hasNext ? data.nextCursor : undefined;
    } while (cursor !== undefined);
    return seen;
  }

  test("contains each full key once", async () => {
    const pages = await allPages({ limit: 3 });
    expect(pages.map(({ objects }) => objects.length)).toEqual([3, 3, 1]);
    expect(pages.flatMap(({ objects }) => objects)).toEqual([...keys].toSorted());
    expect((await bucket.service.listV2()).data).toMatchObject({ hasNext: false, folders: [] });
  });

  test("has folders first if they are requested", async () => {
    const pages = await allPages({ with_delimiter: true, limit: 2 });
    expect(pages.flatMap(({ folders }) => folders)).toEqual(["B/", "b/", "e/"]);
    expect(pages.flatMap(({ objects }) => objects)).toEqual(["a.txt", "d.txt"]);
    const within = await allPages({ with_delimiter: true, prefix: "b/" });
    expect(within).toEqual([{ folders: ["b/c/"], objects: ["b/one.txt", "b/two.txt"] }]);
  });

  test("has keys and names, and a cursor for the next page", async () => {
    const response = await post("list-v2", { with_delimiter: true, limit: 3 });
    const { folders, objects, hasNext, nextCursorKey } = (await response.json()) as Record<string, unknown>;
    expect({ folders, objects, hasNext }).toMatchObject({
      folders: [
        { key: "B", name: "B/", id: null },
        { key: "b", name: "b/", id: null },
      ],
      objects: [{ key: "a.txt", name: "a.txt", id: expect.any(String) }],
      hasNext: true,
    });
    expect(nextCursorKey).toEqual(expect.any(String));
  });

  test("matches the prefix case-sensitively", async () => {
    expect(await allPages({ prefix: "b/t" })).toEqual([{ folders: [], objects: ["b/two.txt"] }]);
    expect(await allPages({ prefix: "B/t" })).toEqual([{ folders: [], objects: ["B/three.txt"] }]);
  });

  test("has the requested order", async () => {
    const byTime = await allPages({ limit: 2, sortBy: { column: "created_at", order: "asc" } });
    expect(byTime.flatMap(({ objects }) => objects)).toEqual(keys);
    const backwards = await allPages({ limit: 4, sortBy: { column: "name", order: "desc" } });
    expect(backwards.flatMap(({ objects }) => objects)).toEqual([...keys].toSorted().toReversed());
  });

  test("is empty without permission", async () => {
    expect((await bucket.anon.listV2()).data).toMatchObject({ hasNext: false, folders: [], objects: [] });
  });

  test("is rejected for an invalid page", async () => {
    expect((await post("list-v2", { limit: 0 })).status).toBe(400);
    expect((await post("list-v2", { sortBy: { column: "size" } })).status).toBe(400);
    expect((await post("list-v2", {}, null)).status).toBe(400);
  });
});
