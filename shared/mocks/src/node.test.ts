import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { networkDown, platformAnswers } from "./handlers/network.ts";
import { storageUploadFails } from "./handlers/storage.ts";
import { createMockServer, type MockServer } from "./node.ts";

const reached: string[] = [];
const real = createServer((request, response) => {
  reached.push(`${request.method} ${request.url}`);
  response.end("real");
});
let origin: string;
let mocks: MockServer;

beforeAll(async () => {
  await new Promise<void>((resolve) => real.listen(0, "127.0.0.1", resolve));
  const { port } = real.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  mocks = createMockServer(origin);
  mocks.listen();
});

beforeEach(() => {
  reached.length = 0;
});

afterAll(() => {
  mocks.close();
  real.close();
});

test.each([
  "rest/v1/requests",
  "storage/v1/object/authenticated/documents/a.pdf",
  "picture.png",
  "data.json",
  "table.csv",
  "archive.zip",
  "clip.mp4",
])("a request nobody expects for %s fails, stays here and fails the test", async (path) => {
  await expect(fetch(`${origin}/${path}`)).rejects.toThrow("fetch failed");
  expect(reached).toEqual([]);
  expect(() => mocks.reset()).toThrow(`Nobody answers:\nGET ${origin}/${path}`);
});

test("so does one to any other address, sent in any way", async () => {
  await expect(fetch("http://elsewhere.test/x.pdf", { method: "POST", body: "x" })).rejects.toThrow();
  expect(() => mocks.reset()).toThrow("POST http://elsewhere.test/x.pdf");
});

test("a socket nobody expects fails the test too", async () => {
  const socket = new WebSocket(origin.replace("http", "ws"));
  await new Promise((resolve) => socket.addEventListener("close", resolve));
  expect(reached).toEqual([]);
  expect(() => mocks.reset()).toThrow(`SOCKET ${origin.replace("http", "ws")}/`);
});

test("one test's failure is forgotten by the next", async () => {
  await fetch(`${origin}/forgotten`).catch(() => undefined);
  expect(() => mocks.reset()).toThrow("Nobody answers");
  expect(() => mocks.reset()).not.toThrow();
});

test("with the network down nothing arrives, and that is not a surprise", async () => {
  mocks.use(networkDown());
  await expect(fetch(`${origin}/rest/v1/requests`)).rejects.toThrow("fetch failed");
  expect(reached).toEqual([]);
  expect(() => mocks.reset()).not.toThrow();
});

test("a browser that asks before it sends to another origin is let through to the answer", async () => {
  const asked = await fetch(`${origin}/storage/v1/object/documents/a.pdf`, { method: "OPTIONS" });
  expect([asked.status, asked.headers.get("access-control-allow-headers")]).toEqual([204, "*"]);
  mocks.use(storageUploadFails({ statusCode: 413, code: "EntityTooLarge" }));
  const sent = await fetch(`${origin}/storage/v1/object/documents/a.pdf`, { method: "POST", body: "x" });
  expect([sent.status, sent.headers.get("access-control-allow-origin")]).toEqual([400, "*"]);
  mocks.reset();
});

test("beside a running platform only the faults are made up", async () => {
  mocks.use(platformAnswers());
  mocks.use(networkDown({ once: true }));
  await expect(fetch(`${origin}/first`)).rejects.toThrow();
  expect(await (await fetch(`${origin}/second.pdf`)).text()).toBe("real");
  expect(reached).toEqual(["GET /second.pdf"]);
  mocks.reset();
});
