import { createHash } from "node:crypto";
import { formatTape } from "@sheaf/mocks/tape/tape";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signInTape } from "../testing/sign-in-tape.ts";
import { type Mocks, startMocks } from "../testing/start-mocks.ts";

/** Every byte, so that no conversion on the way goes unnoticed. */
const bytes = Uint8Array.from({ length: 256 }, (_value, byte) => byte);
const sha256 = createHash("sha256").update(bytes).digest("hex");

let mocks: Mocks;
beforeAll(async () => {
  mocks = await startMocks([signInTape("apple")], (wanted) =>
    wanted === sha256 ? Promise.resolve(bytes) : Promise.reject(new Error("There is no such file.")),
  );
});
afterAll(() => mocks.stop());

const read = async (path: string) => {
  const response = await fetch(mocks.siteUrl + path, { headers: { accept: "msw/passthrough" } });
  return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
};

test("the page reads the list of tapes and each tape without a run", async () => {
  const list = await read("/mocks/tapes");
  expect(JSON.parse(list.body.toString())).toEqual([
    { name: "apple", description: signInTape("apple").description, isRecorded: true },
  ]);
  const tape = await read("/mocks/tapes/apple");
  expect(tape.body.toString()).toBe(formatTape(signInTape("apple")));
});

test("a file beside the tapes is served byte for byte", async () => {
  const file = await read(`/mocks/blobs/${sha256}`);
  expect([file.status, new Uint8Array(file.body)]).toEqual([200, bytes]);
});

test.each([
  ["/mocks/tapes/birch", 204],
  ["/mocks/tapes/..%2F..%2Fpackage", 204],
  ["/mocks/blobs/package.json", 404],
  [`/mocks/blobs/${"0".repeat(64)}`, 404],
])("%s has no content", async (path, status) => {
  expect(await read(path)).toMatchObject({ status });
});
