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
const about = { name: "a-tape", description: "Something.", startPath: `/requests/${row}` };

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

/** Sends the headers of a browser that follows a link; `fetch` would set its own mode. */
async function follow(url: string): Promise<void> {
  const [response] = await once(get(url, { headers: { "sec-fetch-mode": "navigate" } }), "response");
  await buffer(response);
}

/** Requests a raw path, which a URL would normalize. */
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

test("responses are the same as without the proxy and are on the tape", async () => {
  proxy.begin();
  const path = `/rest/v1/requests?id=eq.${row}`;
  expect(await (await fetch(proxy.pageUrl + path)).json()).toEqual({ id: row, titles: [] });
  await fetch(`${proxy.pageUrl}/rest/v1/items`, { method: "POST", body: '{"title":"Passport"}' });
  expect(await (await fetch(proxy.pageUrl + path)).json()).toEqual({ id: row, titles: ["Passport"] });

  const { tape } = recorded();
  const id = "00000000-0000-4000-8000-000000000001";
  expect(tape.startPath).toBe(`/requests/${id}`);
  expect(
    tape.interactions.map(({ request, response }) => [request.method, response.status, response.body]),
  ).toEqual([
    ["GET", 200, { json: { id, titles: [] } }],
    ["POST", 204, undefined],
    ["GET", 200, { json: { id, titles: ["Passport"] } }],
  ]);
  expect(tape.interactions[0]?.request.query).toEqual([["id", `eq.${id}`]]);
});

test("nothing is recorded before the start, and a restart discards the recording", async () => {
  await fetch(`${proxy.pageUrl}/rest/v1/requests`);
  expect(proxy.recording()).toBeUndefined();
  proxy.begin();
  await fetch(`${proxy.pageUrl}/rest/v1/requests`);
  expect(recorded().tape.interactions).toHaveLength(1);
  proxy.begin();
  expect(recorded().tape.interactions).toEqual([]);
});

test("repeated reads with the same response are recorded once", async () => {
  proxy.begin();
  for (let time = 0; time < 3; time += 1) await fetch(`${proxy.pageUrl}/rest/v1/requests`);
  await fetch(`${proxy.pageUrl}/rest/v1/items`, { method: "POST" });
  await fetch(`${proxy.pageUrl}/rest/v1/requests`);
  expect(recorded().tape.interactions.map(({ request }) => request.method)).toEqual(["GET", "POST", "GET"]);
});

test("the source of a request is known from its port and headers", async () => {
  proxy.begin();
  await fetch(`${proxy.pageUrl}/auth/v1/user`);
  await fetch(`${proxy.sidecarUrl}/auth/v1/user`);
  await follow(`${proxy.pageUrl}/auth/v1/verify`);
  await fetch(`${proxy.pageUrl}/auth/v1/user`, { method: "OPTIONS" });
  const sources = recorded().tape.interactions.map(({ request }) => request.from);
  expect(sources.toSorted()).toEqual(["navigation", "page", "sidecar"]);
});

test("a tape is saved with its files, named by their hash", async () => {
  proxy.begin();
  await fetch(`${proxy.pageUrl}/storage/v1/object/authenticated/documents/a.pdf`);
  await saveTape(folder, recorded());
  const tape = parseTape(await readFile(join(folder, "a-tape.json"), "utf8"));
  expect(tape.interactions[0]?.response.body).toEqual({ blob: pdfHash });
  expect(new Uint8Array(await readFile(join(folder, "blobs", `${pdfHash}.bin`)))).toEqual(pdf);
});

test("a tape with a secret is not saved, and the error names the line", async () => {
  const recordedAt = "2026-11-21T12:00:00.000Z";
  const description = `sb_secret_${"a".repeat(20)}`;
  const refused = saveTape(folder, {
    tape: { ...about, description, recordedAt, interactions: [] },
    blobs: new Map(),
  });
  await expect(refused).rejects.toThrow(/was not saved\. It still contains:\n {2}line 3: secret key$/);
  expect(await readdir(folder)).toEqual([]);
});

test("a tape with a secret in a text file is not saved", async () => {
  const recordedAt = "2026-11-21T12:00:00.000Z";
  const blobs = new Map([
    [pdfHash, pdf],
    ["f".repeat(64), new TextEncoder().encode("Notes\nnora@okafor.com\n")],
  ]);
  const refused = saveTape(folder, { tape: { ...about, recordedAt, interactions: [] }, blobs });
  await expect(refused).rejects.toThrow(/contains:\n {2}line 2 of the file f{64}: email address$/);
  expect(await readdir(folder)).toEqual([]);
});

test("a response with invalid JSON is recorded as text, regardless of its content type", async () => {
  proxy.begin();
  await fetch(`${proxy.pageUrl}/rest/v1/cut`);
  expect(recorded().tape.interactions[0]?.response.body).toEqual({ text: '[{"title":"Pass' });
});

test("requests reach only the platform, however the path is written", async () => {
  const requestedUrls: string[] = [];
  const elsewhere = createServer((request, response) => {
    requestedUrls.push(request.url ?? "");
    response.end();
  });
  elsewhere.listen(0, "127.0.0.1");
  await once(elsewhere, "listening");
  onTestFinished(() => void elsewhere.close());
  const host = `127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;

  proxy.begin();
  expect(await statusOf(`//${host}/rest/v1/requests`)).toBe(200);
  await expect(statusOf(`http://${host}/rest/v1/requests`)).rejects.toThrow("socket hang up");
  expect(requestedUrls).toEqual([]);
  expect(recorded().tape.interactions.map(({ request }) => request.path)).toEqual([
    `//${host}/rest/v1/requests`,
  ]);
});

test("an unreachable platform is a lost connection and is not recorded", async () => {
  const unreachable = await startRecordingProxy({ platformUrl: "http://127.0.0.1:1" });
  unreachable.begin();
  await expect(fetch(`${unreachable.pageUrl}/rest/v1/requests`)).rejects.toThrow("fetch failed");
  expect(unreachable.recording()?.finish(about).tape.interactions).toEqual([]);
  await unreachable.stop();
});
