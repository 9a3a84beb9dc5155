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
])("an unhandled request for %s fails, doesn't reach the network and fails the test", async (path) => {
  await expect(fetch(`${origin}/${path}`)).rejects.toThrow("fetch failed");
  expect(reached).toEqual([]);
  expect(() => mocks.reset()).toThrow(`Unhandled requests:\nGET ${origin}/${path}`);
});

test("an unhandled request to any other host does the same, by fetch or XMLHttpRequest", async () => {
  await expect(fetch("http://elsewhere.test/x.pdf", { method: "POST", body: "x" })).rejects.toThrow();
  expect(() => mocks.reset()).toThrow("POST http://elsewhere.test/x.pdf");
});

test("an unhandled WebSocket connection fails the test too", async () => {
  const socket = new WebSocket(origin.replace("http", "ws"));
  await new Promise((resolve) => socket.addEventListener("close", resolve));
  expect(reached).toEqual([]);
  expect(() => mocks.reset()).toThrow(`SOCKET ${origin.replace("http", "ws")}/`);
});

test("the next test starts without the previous test's unhandled requests", async () => {
  await fetch(`${origin}/forgotten`).catch(() => undefined);
  expect(() => mocks.reset()).toThrow("Unhandled requests");
  expect(() => mocks.reset()).not.toThrow();
});

test("requests with the network down fail and don't count as unhandled", async () => {
  mocks.use(networkDown());
  await expect(fetch(`${origin}/rest/v1/requests`)).rejects.toThrow("fetch failed");
  expect(reached).toEqual([]);
  expect(() => mocks.reset()).not.toThrow();
});

test("a preflight request succeeds, and the request after it gets its response", async () => {
  const preflight = await fetch(`${origin}/storage/v1/object/documents/a.pdf`, { method: "OPTIONS" });
  expect([preflight.status, preflight.headers.get("access-control-allow-headers")]).toEqual([204, "*"]);
  mocks.use(storageUploadFails({ statusCode: 413, code: "EntityTooLarge" }));
  const sent = await fetch(`${origin}/storage/v1/object/documents/a.pdf`, { method: "POST", body: "x" });
  expect([sent.status, sent.headers.get("access-control-allow-origin")]).toEqual([400, "*"]);
  mocks.reset();
});

test("with a running platform, only requests with a handler are mocked", async () => {
  mocks.use(platformAnswers());
  mocks.use(networkDown({ once: true }));
  await expect(fetch(`${origin}/first`)).rejects.toThrow();
  expect(await (await fetch(`${origin}/second.pdf`)).text()).toBe("real");
  expect(reached).toEqual(["GET /second.pdf"]);
  mocks.reset();
});
