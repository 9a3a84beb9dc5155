import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parseTape } from "../tape/tape.ts";
import { type RecorderServer, startRecorderServer } from "./recorder-server.ts";
import { type RecordingProxy, startRecordingProxy } from "./recording-proxy.ts";

const siteUrl = "http://localhost:3000";
const about = { name: "a-tape", description: "Something.", startPath: "/requests" };

const platform = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end("[]");
});
let proxy: RecordingProxy;
let recorderServer: RecorderServer;
let folder: string;
beforeEach(async () => {
  platform.listen(0, "127.0.0.1");
  await once(platform, "listening");
  const { port } = platform.address() as AddressInfo;
  proxy = await startRecordingProxy({ platformUrl: `http://127.0.0.1:${port}` });
  folder = await mkdtemp(join(tmpdir(), "tapes-"));
  recorderServer = await startRecorderServer({ proxy, folder, siteUrl });
});
afterEach(async () => {
  await recorderServer.stop();
  await proxy.stop();
  platform.close();
  await rm(folder, { recursive: true });
});

/** Posts as a page does. */
async function post(what: "begin" | "save", body?: unknown, origin = siteUrl) {
  const headers = { origin, "content-type": "application/json" };
  const text = body === undefined ? null : JSON.stringify(body);
  const response = await fetch(`${recorderServer.url}/recorder/${what}`, {
    method: "POST",
    headers,
    body: text,
  });
  return [response.status, response.status === 204 ? undefined : await response.json()];
}

test("requests between start and save become a tape", async () => {
  expect(await post("begin")).toEqual([204, undefined]);
  await fetch(`${proxy.pageUrl}/rest/v1/requests`);
  const session = { refresh_token: "v1.MRjHk2qNcX5tyPz" };
  expect(await post("save", { ...about, session })).toEqual([200, { interactions: 1 }]);
  const tape = parseTape(await readFile(join(folder, "a-tape.json"), "utf8"));
  expect(tape).toMatchObject({ ...about, session: { refresh_token: "taped-1" } });
});

test.each([
  ["an invalid name", { name: "My tape" }, "Use lowercase letters, digits and hyphens for the name."],
  ["no word about it", { description: "" }, "Describe the tape in one sentence."],
  [
    "a start path on another site",
    { startPath: "https://x.example" },
    "The start path must be a path on this site.",
  ],
  [
    "a start path that only looks like a path",
    { startPath: "//x.example/" },
    "The start path must be a path on this site.",
  ],
  ["a secret", { description: `sb_secret_${"a".repeat(20)}` }, expect.stringContaining("line 3: secret key")],
])(
  "a recording with %s is rejected and can be saved again with other values",
  async (_with, wrong, problem) => {
    await post("begin");
    await fetch(`${proxy.pageUrl}/rest/v1/requests`);
    expect(await post("save", { ...about, ...wrong })).toEqual([422, { problem }]);
    expect(await readdir(folder)).toEqual([]);
    expect(await post("save", about)).toEqual([200, { interactions: 1 }]);
  },
);

test("nothing can be saved before a recording was started", async () => {
  expect(await post("save", about)).toEqual([
    409,
    { problem: "Nothing is being recorded. Start a recording first." },
  ]);
});

test("pages of other sites can neither start nor save a recording", async () => {
  expect((await post("begin", undefined, "https://evil.example"))[0]).toBe(403);
  expect(proxy.recording()).toBeUndefined();
  await post("begin");
  expect((await post("save", about, "https://evil.example"))[0]).toBe(403);
  expect(await readdir(folder)).toEqual([]);
});
