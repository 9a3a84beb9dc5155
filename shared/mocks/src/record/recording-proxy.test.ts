import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { once } from "node:events";
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { parseTape } from "../tape/tape.ts";
import { type RecordingProxy, startRecordingProxy } from "./recording-proxy.ts";
import { saveTape } from "./save-tape.ts";

const pdf = Uint8Array.from({ length: 2048 }, (_value, index) => index % 256);
const pdfHash = createHash("sha256").update(pdf).digest("hex");
const row = "5b1f0c6e-6f0b-4c39-9d3a-2f8b7a4f1e10";
const about = { name: "a-tape", says: "Something.", opens: `/requests/${row}` };

let titles: string[];
const platform = createServer((request, response) => {
  const path = request.url ?? "";
  if (path.endsWith(".pdf")) {
    response.writeHead(200, { "content-type": "application/pdf" }).end(pdf);
  } else if (path.endsWith("/cut")) {
    response.writeHead(200, { "content-type": "application/json" }).end('[{"title":"Pass');
  } else if (request.method === "POST") {
    titles.push("Passport");
    response.writeHead(204).end();
  } else {
    response.writeHead(200, { "content-type": "application/json; charset=utf-8" });
    response.end(JSON.stringify({ id: row, titles }));
  }
});

let proxy: RecordingProxy;
let folder: string;
beforeAll(() => new Promise<void>((resolve) => platform.listen(0, "127.0.0.1", resolve)));
afterAll(() => void platform.close());
beforeEach(async () => {
  titles = [];
  const { port } = platform.address() as AddressInfo;
  proxy = await startRecordingProxy({ platformUrl: `http://127.0.0.1:${port}` });
  folder = await mkdtemp(join(tmpdir(), "tapes-"));
});
afterEach(async () => {
  await proxy.stop();
  await rm(folder, { recursive: true });
});

/** Asks as a browser does for a link; `fetch` names its own mode. */
async function follow(url: string): Promise<void> {
  const [response] = await once(get(url, { headers: { "sec-fetch-mode": "navigate" } }), "response");
  await buffer(response);
}

/** Asks the proxy for a path as it stands, which an address would put right. */
async function statusOf(path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(proxy.pageUrl);
  const [response] = await once(get({ hostname, port, path }), "response");
  await buffer(response);
  return response.statusCode;
}

const recorded = () => {
  const recording = proxy.recording()?.finish(about);
  if (!recording) throw new Error("Nothing was recorded.");
  return recording;
};

test("what is asked through it is answered as without it, and stands on the tape", async () => {
  proxy.begin();
  const path = `/rest/v1/requests?id=eq.${row}`;
  expect(await (await fetch(proxy.pageUrl + path)).json()).toEqual({ id: row, titles: [] });
  await fetch(`${proxy.pageUrl}/rest/v1/items`, { method: "POST", body: '{"title":"Passport"}' });
  expect(await (await fetch(proxy.pageUrl + path)).json()).toEqual({ id: row, titles: ["Passport"] });

  const { tape } = recorded();
  const id = "00000000-0000-4000-8000-000000000001";
  expect(tape.opens).toBe(`/requests/${id}`);
  expect(tape.takes.map(({ request, answer }) => [request.method, answer.status, answer.body])).toEqual([
    ["GET", 200, { json: { id, titles: [] } }],
    ["POST", 204, undefined],
    ["GET", 200, { json: { id, titles: ["Passport"] } }],
  ]);
  expect(tape.takes[0]?.request.query).toEqual([["id", `eq.${id}`]]);
});

test("nothing is recorded before it begins, and all is forgotten when it begins again", async () => {
  await fetch(`${proxy.pageUrl}/rest/v1/requests`);
  expect(proxy.recording()).toBeUndefined();
  proxy.begin();
  await fetch(`${proxy.pageUrl}/rest/v1/requests`);
  expect(recorded().tape.takes).toHaveLength(1);
  proxy.begin();
  expect(recorded().tape.takes).toEqual([]);
});

test("a page that looks again and finds nothing new is written down once", async () => {
  proxy.begin();
  for (let time = 0; time < 3; time += 1) await fetch(`${proxy.pageUrl}/rest/v1/requests`);
  await fetch(`${proxy.pageUrl}/rest/v1/items`, { method: "POST" });
  await fetch(`${proxy.pageUrl}/rest/v1/requests`);
  expect(recorded().tape.takes.map(({ request }) => request.method)).toEqual(["GET", "POST", "GET"]);
});

test("who asks is told by where and how they ask", async () => {
  proxy.begin();
  await fetch(`${proxy.pageUrl}/auth/v1/user`);
  await fetch(`${proxy.sidecarUrl}/auth/v1/user`);
  await follow(`${proxy.pageUrl}/auth/v1/verify`);
  await fetch(`${proxy.pageUrl}/auth/v1/user`, { method: "OPTIONS" });
  const askers = recorded().tape.takes.map(({ request }) => request.from);
  expect(askers.toSorted()).toEqual(["navigation", "page", "sidecar"]);
});

test("a tape is saved with the bytes of its files, by their hash", async () => {
  proxy.begin();
  await fetch(`${proxy.pageUrl}/storage/v1/object/authenticated/documents/a.pdf`);
  await saveTape(folder, recorded());
  const tape = parseTape(await readFile(join(folder, "a-tape.json"), "utf8"));
  expect(tape.takes[0]?.answer.body).toEqual({ blob: pdfHash });
  expect(new Uint8Array(await readFile(join(folder, "blobs", `${pdfHash}.bin`)))).toEqual(pdf);
});

test("a tape on which a secret is left is not saved, and says where it stands", async () => {
  const at = "2026-11-21T12:00:00.000Z";
  const says = `sb_secret_${"a".repeat(20)}`;
  const refused = saveTape(folder, { tape: { ...about, says, at, takes: [] }, blobs: new Map() });
  await expect(refused).rejects.toThrow(/is not saved\. It still holds:\n {2}line 3: secret key$/);
  expect(await readdir(folder)).toEqual([]);
});

test("nor is one with a secret in a text that lies beside it", async () => {
  const at = "2026-11-21T12:00:00.000Z";
  const blobs = new Map([
    [pdfHash, pdf],
    ["f".repeat(64), new TextEncoder().encode("Notes\nnora@okafor.com\n")],
  ]);
  const refused = saveTape(folder, { tape: { ...about, at, takes: [] }, blobs });
  await expect(refused).rejects.toThrow(/holds:\n {2}line 2 of the file f{64}: address of a person$/);
  expect(await readdir(folder)).toEqual([]);
});

test("an answer that is no JSON, whatever it says of itself, is kept as the text that it is", async () => {
  proxy.begin();
  await fetch(`${proxy.pageUrl}/rest/v1/cut`);
  expect(recorded().tape.takes[0]?.answer.body).toEqual({ text: '[{"title":"Pass' });
});

test("only the platform is ever asked, however an address is written", async () => {
  const asked: string[] = [];
  const elsewhere = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.end();
  });
  elsewhere.listen(0, "127.0.0.1");
  await once(elsewhere, "listening");
  onTestFinished(() => void elsewhere.close());
  const host = `127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;

  proxy.begin();
  expect(await statusOf(`//${host}/rest/v1/requests`)).toBe(200);
  await expect(statusOf(`http://${host}/rest/v1/requests`)).rejects.toThrow("socket hang up");
  expect(asked).toEqual([]);
  expect(recorded().tape.takes.map(({ request }) => request.path)).toEqual([`//${host}/rest/v1/requests`]);
});

test("a platform that cannot be reached is a lost connection, and no take", async () => {
  const gone = await startRecordingProxy({ platformUrl: "http://127.0.0.1:1" });
  gone.begin();
  await expect(fetch(`${gone.pageUrl}/rest/v1/requests`)).rejects.toThrow("fetch failed");
  expect(gone.recording()?.finish(about).tape.takes).toEqual([]);
  await gone.stop();
});
