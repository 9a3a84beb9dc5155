import { storageReadFails } from "@sheaf/mocks/handlers/storage";
import { HttpResponse, http } from "msw/http";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { userLeft } from "../../lib/auth/session.ts";
import { mockPlatform } from "../../testing/mock-platform.ts";
import { giveSessionCookie } from "../../testing/sessions.ts";
import { openFileContent } from "./file-content.ts";
import { openFor, openForExport } from "./open-files.ts";

const mocks = mockPlatform();
const headers = { "access-control-allow-origin": "*" };

interface Asked {
  files: string[];
  purpose: string;
  export?: string;
}
const asked: Asked[] = [];
/** Ids of files that the user may not read. */
const closed = new Set<string>();
let now = 0;

beforeEach(() => {
  giveSessionCookie();
  userLeft();
  asked.length = 0;
  closed.clear();
  now = 1000;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  mocks.use((url) =>
    http.post(`${url}/rest/v1/rpc/open_files`, async ({ request }) => {
      const call = (await request.json()) as Asked;
      asked.push(call);
      return HttpResponse.json(
        call.files.filter((file) => !closed.has(file)),
        { headers },
      );
    }),
  );
});
afterEach(() => vi.restoreAllMocks());

test("files that are asked for together are opened by one request for each purpose", async () => {
  const [thumbnail, view] = [openFor("thumbnail"), openFor("view")];
  await Promise.all([thumbnail("a"), thumbnail("b"), view("a"), thumbnail("c"), view("a")]);
  // They leave at the same moment and may arrive in any order.
  expect(asked.toSorted((one, other) => one.purpose.localeCompare(other.purpose))).toEqual([
    { files: ["a", "b", "c"], purpose: "thumbnail" },
    { files: ["a"], purpose: "view" },
  ]);
});

test("a file is opened again before its grant ends, and for the next user", async () => {
  const view = openFor("view");
  await view("a");
  now += 39_000;
  await view("a");
  expect(asked).toHaveLength(1);
  now += 1000;
  await view("a");
  expect(asked).toHaveLength(2);
  userLeft();
  await view("a");
  expect(asked).toHaveLength(3);
});

test("a file that can't be opened is asked for anew, and doesn't close the others", async () => {
  closed.add("b");
  const view = openFor("view");
  const [first, second] = await Promise.allSettled([view("a"), view("b")]);
  expect(first.status).toBe("fulfilled");
  expect(second).toMatchObject({ status: "rejected", reason: { code: "not_found" } });
  closed.clear();
  await view("b");
  expect(asked.map(({ files }) => files)).toEqual([["a", "b"], ["b"]]);
});

describe("a download of many files", () => {
  const ids = Array.from({ length: 250 }, (_, place) => `f${place}`);

  test("names all of them once, and renews a hundred at a time", async () => {
    const open = await openForExport(ids);
    expect(asked).toMatchObject([{ files: ids, purpose: "export" }]);
    await open("f0");
    expect(asked).toHaveLength(1);
    now += 60_000;
    await Promise.all(["f120", "f121", "f199"].map((id) => open(id)));
    expect(asked.slice(1)).toEqual([
      { files: ids.slice(100, 200), purpose: "export", export: asked[0]?.export },
    ]);
  });

  test("is another one the next time, and asks nothing for no files", async () => {
    await openForExport(ids.slice(0, 2));
    await openForExport(ids.slice(0, 2));
    expect(new Set(asked.map((call) => call.export)).size).toBe(2);
    await openForExport([]);
    expect(asked).toHaveLength(2);
  });
});

test("a file that Storage refuses because the grant has expired is opened again", async () => {
  const file = { id: "a", objectKey: "w1/r1/i1/a", sha256: "", size: 1 };
  const signal = new AbortController().signal;
  const read = () => openFileContent({ file, open: openFor("view"), signal });
  mocks.use((url) =>
    http.get(`${url}/storage/v1/object/*`, () =>
      HttpResponse.arrayBuffer(new Uint8Array([1]).buffer, { headers }),
    ),
  );
  await read();
  mocks.use(storageReadFails({ statusCode: 404, code: "NoSuchKey", once: true }));
  await read();
  expect(asked).toHaveLength(2);
  mocks.use(storageReadFails({ statusCode: 404, code: "NoSuchKey" }));
  await expect(read()).rejects.toMatchObject({ code: "NoSuchKey" });
  expect(asked).toHaveLength(3);
});
