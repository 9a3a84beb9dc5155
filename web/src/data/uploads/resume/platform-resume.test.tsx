import { resumableStorage } from "@sheaf/mocks/handlers/resumable";
import { restAnswers, rpcAnswers, rpcFails } from "@sheaf/mocks/handlers/rest";
import type { MockServer } from "@sheaf/mocks/node";
import { http } from "msw/http";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { setSession } from "../../../lib/auth/session.ts";
import { mockPlatform } from "../../../testing/mock-platform.ts";
import { giveSessionCookie } from "../../../testing/sessions.ts";
import { platformTransport } from "../transport/platform-transport.ts";
import { saveResumeNote, resumeNote } from "./resume-notes.ts";

type Fault = Parameters<MockServer["use"]>[number];

const mocks = mockPlatform();
const signal = new AbortController().signal;
const sha256 = "ab".repeat(32);
const large = new Blob([new Uint8Array(6 * 1024 * 1024 + 1)]);
const uploadUrl = "http://platform.test/storage/v1/upload/resumable/upload-1";
const note = { fileId: "f1", objectKey: "w1/r1/i1/f1", sha256, uploadUrl };
const file = {
  itemId: "i1",
  byMember: false,
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
  return platformTransport.send({
    fileId,
    objectKey,
    mime: "application/pdf",
    sha256: Promise.resolve(sha256),
    content,
    ...silent,
  });
}

describe("a file over 6 MiB", () => {
  test("is noted while uploading and forgotten once stored", async () => {
    const storage = resumableStorage();
    mocks.use(storage.handler, rpcAnswers({ fn: "finish_upload", returns: undefined }));
    await send(large);
    expect(resumeNote("f1")).toMatchObject(note);
    await platformTransport.finish({ fileId: "f1", sha256, signal });
    expect(resumeNote("f1")).toBeUndefined();
  });

  test("stays noted while it can be resumed and is forgotten once its row is gone", async () => {
    saveResumeNote(note);
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

  test("resumes the noted upload after a reload", async () => {
    const storage = resumableStorage();
    mocks.use(storage.handler);
    await send(large);
    storage.seen.length = 0;
    await send(large);
    expect(storage.methods()).toEqual(["HEAD"]);
  });
});

test("a file of 6 MiB is sent in one request and not noted", async () => {
  const taken: Fault = (url) =>
    http.post(`${url}/storage/v1/object/*`, () =>
      Response.json({}, { headers: { "access-control-allow-origin": "*" } }),
    );
  mocks.use(taken);
  await send(large.slice(0, 6 * 1024 * 1024));
  expect(resumeNote("f1")).toBeUndefined();
});

describe("a row left by an earlier visit", () => {
  const begun = () => mocks.use(restAnswers({ table: "files", rows: [{ id: "f1" }, { id: "f2" }] }));

  test("is resumed only for the same content", async () => {
    begun();
    saveResumeNote(note);
    expect(await platformTransport.findBegun(file)).toEqual([
      { fileId: "f1", objectKey: "w1/r1/i1/f1" },
      { fileId: "f2", objectKey: undefined },
    ]);
    const changed = await platformTransport.findBegun({ ...file, sha256: "cd".repeat(32) });
    expect(changed.map(({ objectKey }) => objectKey)).toEqual([undefined, undefined]);
  });

  test("is left alone while another tab uploads different content to it", async () => {
    begun();
    const query = () => Promise.resolve({ held: [{ name: "sheaf:sending:f1" }] });
    Object.defineProperty(navigator, "locks", { configurable: true, value: { query } });
    const left = await platformTransport.findBegun(file);
    Reflect.deleteProperty(navigator, "locks");
    expect(left.map(({ fileId }) => fileId)).toEqual(["f2"]);
  });
});

describe("a file removed during its upload", () => {
  /** Order of the calls to the two services. */
  function serving() {
    const storage = resumableStorage();
    const order: string[] = [];
    const recorded = (what: string) => () => void order.push(what);
    const watch: Fault[] = [
      (url) => http.delete(`${url}/storage/v1/upload/*`, recorded("upload ended")),
      (url) => http.post(`${url}/rest/v1/rpc/remove_file`, recorded("row removed")),
    ];
    mocks.use(...watch, storage.handler, rpcAnswers({ fn: "remove_file", returns: undefined }));
    return { storage, order };
  }

  test("ends the upload at Storage before its row is removed, and is then forgotten", async () => {
    const { storage, order } = serving();
    await send(large);
    await platformTransport.remove({ fileId: "f1" });
    expect(order).toEqual(["upload ended", "row removed"]);
    expect(storage.uploads.size).toBe(0);
    expect(storage.seen.at(-1)?.headers).toMatchObject({
      apikey: "sb_publishable_for_tests",
      "tus-resumable": "1.0.0",
      authorization: expect.stringMatching(/^Bearer .+/) as string,
    });
    expect(resumeNote("f1")).toBeUndefined();
  });

  test("is removed even if Storage can't end the upload", async () => {
    const { storage, order } = serving();
    saveResumeNote(note);
    storage.refuse({ method: "DELETE", status: 500 });
    await platformTransport.remove({ fileId: "f1" });
    expect(order).toEqual(["upload ended", "row removed"]);
    expect(resumeNote("f1")).toBeUndefined();
  });

  test("makes no call to Storage if nothing was noted", async () => {
    const { order } = serving();
    await platformTransport.remove({ fileId: "f1" });
    expect(order).toEqual(["row removed"]);
  });
});
