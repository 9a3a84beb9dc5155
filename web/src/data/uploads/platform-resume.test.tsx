import { resumableStorage } from "@sheaf/mocks/handlers/resumable";
import { restAnswers, rpcAnswers, rpcFails } from "@sheaf/mocks/handlers/rest";
import type { MockServer } from "@sheaf/mocks/node";
import { http } from "msw/http";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { setSession } from "../../lib/session.ts";
import { mockPlatform } from "../../testing/mock-platform.ts";
import { giveSessionCookie } from "../../testing/sessions.ts";
import { platformTransport } from "./platform-transport.ts";
import { keepResumeNote, resumeNote } from "./resume-notes.ts";

type Fault = Parameters<MockServer["use"]>[number];

const mocks = mockPlatform();
const signal = new AbortController().signal;
const sha256 = "ab".repeat(32);
const large = new Blob([new Uint8Array(6 * 1024 * 1024 + 1)]);
const uploadUrl = "http://platform.test/storage/v1/upload/resumable/upload-1";
const note = { fileId: "f1", objectKey: "w1/r1/i1/f1", sha256, uploadUrl };
const file = {
  itemId: "i1",
  name: "a.pdf",
  size: large.size,
  mime: "application/pdf",
  sha256,
  signal,
} as const;

beforeEach(() => {
  giveSessionCookie({ userId: "anna" });
  setSession({ status: "in", userId: "anna", email: "anna@lind.example", sessionId: "s1", aal: "aal1" });
});
afterEach(() => setSession({ status: "out" }));

function send(content: Blob) {
  const { fileId, objectKey } = note;
  const silent = { signal, onOffset: () => {}, onBytes: () => {} };
  return platformTransport.send({ fileId, objectKey, mime: "application/pdf", sha256, content, ...silent });
}

describe("a file above six mebibytes", () => {
  test("is remembered while it is sent, and no longer once it has arrived", async () => {
    const storage = resumableStorage();
    mocks.use(storage.fault, rpcAnswers({ fn: "finish_upload", returns: undefined }));
    await send(large);
    expect(resumeNote("f1")).toMatchObject(note);
    await platformTransport.finish({ fileId: "f1", sha256, signal });
    expect(resumeNote("f1")).toBeUndefined();
  });

  test("is remembered as long as it may still arrive, and no longer once its row is gone", async () => {
    keepResumeNote(note);
    const refusals = [
      rpcFails({ fn: "finish_upload", status: 409, code: "PT409", message: "file.not_stored", once: true }),
      rpcFails({ fn: "finish_upload", status: 404, code: "PT404", message: "not_found" }),
    ];
    mocks.use(...refusals);
    const finish = () => platformTransport.finish({ fileId: "f1", sha256, signal });
    await expect(finish()).rejects.toMatchObject({ code: "file.not_stored" });
    expect(resumeNote("f1")).toBeDefined();
    await expect(finish()).rejects.toMatchObject({ code: "not_found" });
    expect(resumeNote("f1")).toBeUndefined();
  });

  test("goes on after a reload with the upload that this browser remembers", async () => {
    const storage = resumableStorage();
    mocks.use(storage.fault);
    await send(large);
    storage.seen.length = 0;
    await send(large);
    expect(storage.methods()).toEqual(["HEAD"]);
  });
});

test("a file of six mebibytes goes in one piece and is not remembered", async () => {
  const taken: Fault = (url) =>
    http.post(`${url}/storage/v1/object/*`, () =>
      Response.json({}, { headers: { "access-control-allow-origin": "*" } }),
    );
  mocks.use(taken);
  await send(large.slice(0, 6 * 1024 * 1024));
  expect(resumeNote("f1")).toBeUndefined();
});

describe("a row that is left over", () => {
  const begun = () => mocks.use(restAnswers({ table: "files", rows: [{ id: "f1" }, { id: "f2" }] }));

  test("is gone on with when the content is the same, and only then", async () => {
    begun();
    keepResumeNote(note);
    expect(await platformTransport.findBegun(file)).toEqual([
      { fileId: "f1", objectKey: "w1/r1/i1/f1" },
      { fileId: "f2", objectKey: undefined },
    ]);
    const changed = await platformTransport.findBegun({ ...file, sha256: "cd".repeat(32) });
    expect(changed.map(({ objectKey }) => objectKey)).toEqual([undefined, undefined]);
  });

  test("is left alone while another tab fills it with something else", async () => {
    begun();
    const query = () => Promise.resolve({ held: [{ name: "sheaf:sending:f1" }] });
    Object.defineProperty(navigator, "locks", { configurable: true, value: { query } });
    const left = await platformTransport.findBegun(file);
    Reflect.deleteProperty(navigator, "locks");
    expect(left.map(({ fileId }) => fileId)).toEqual(["f2"]);
  });
});

describe("a file that is taken back half-way", () => {
  /** In which order the two services were told. */
  function serving() {
    const storage = resumableStorage();
    const order: string[] = [];
    const told = (what: string) => () => void order.push(what);
    const watch: Fault[] = [
      (url) => http.delete(`${url}/storage/v1/upload/*`, told("upload ended")),
      (url) => http.post(`${url}/rest/v1/rpc/remove_file`, told("row taken back")),
    ];
    mocks.use(...watch, storage.fault, rpcAnswers({ fn: "remove_file", returns: undefined }));
    return { storage, order };
  }

  test("is ended at the file service first, which asks for its row, and then forgotten", async () => {
    const { storage, order } = serving();
    await send(large);
    await platformTransport.remove({ fileId: "f1" });
    expect(order).toEqual(["upload ended", "row taken back"]);
    expect(storage.uploads.size).toBe(0);
    expect(storage.seen.at(-1)?.headers).toMatchObject({
      apikey: "sb_publishable_for_tests",
      "tus-resumable": "1.0.0",
      authorization: expect.stringMatching(/^Bearer .+/) as string,
    });
    expect(resumeNote("f1")).toBeUndefined();
  });

  test("is taken back also where the file service cannot end it", async () => {
    const { storage, order } = serving();
    keepResumeNote(note);
    storage.refuse({ method: "DELETE", status: 500 });
    await platformTransport.remove({ fileId: "f1" });
    expect(order).toEqual(["upload ended", "row taken back"]);
    expect(resumeNote("f1")).toBeUndefined();
  });

  test("of which nothing is remembered costs the file service no question", async () => {
    const { order } = serving();
    await platformTransport.remove({ fileId: "f1" });
    expect(order).toEqual(["row taken back"]);
  });
});
