import { resumableStorage } from "@sheaf/mocks/handlers/resumable";
import { restAnswers, rpcAnswers, rpcFails, type AnswerRow } from "@sheaf/mocks/handlers/rest";
import { screen, waitFor } from "@testing-library/react";
import { http } from "msw/http";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { hashContent } from "../../../data/uploads/queue/hash-content.ts";
import { uploads } from "../../../data/uploads/uploads.store.ts";
import { mockPlatform } from "../../../testing/mock-platform.ts";
import { renderApp } from "../../../testing/render-app.tsx";
import { giveSessionCookie } from "../../../testing/sessions.ts";
import { begins, counting, itemRow, picker, requestIs } from "../../../testing/received-checklist.ts";

const mocks = mockPlatform();
const content = new Uint8Array(6 * 1024 * 1024 + 1000).fill(7);
const scan = new File(["%PDF-1.7 ", content], "scan.pdf", { type: "application/pdf" });

beforeEach(() => {
  giveSessionCookie({ userId: "anna" });
  mocks.use(
    rpcAnswers({ fn: "join_request", returns: "r1" }),
    rpcAnswers({ fn: "request_people", returns: [{ name: "Anna", is_me: true, scope: "all", items: [] }] }),
  );
});
afterEach(() => uploads().clear());

const row = (over: AnswerRow<"files"> = {}): AnswerRow<"files"> => ({
  id: "f1",
  name: "scan.pdf",
  size: scan.size,
  sha256: null,
  status: "uploading",
  uploaded_by: "anna",
  created_at: "2026-11-20T10:00:00Z",
  stored_at: null,
  set_aside_at: null,
  ...over,
});

const filesAre = (files: AnswerRow<"files">[]) => requestIs([itemRow({ files })]);

const finishes = rpcAnswers({ fn: "finish_upload", returns: undefined });
describe("a large file", () => {
  test("shows a lost connection and resumes by itself when the network is back", async () => {
    const storage = resumableStorage();
    const { count, fault } = counting("begin_upload");
    const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    storage.cutAfter(5000);
    mocks.use(
      filesAre([]),
      fault,
      begins,
      storage.handler,
      rpcFails({ fn: "finish_upload", status: 409, code: "PT409", message: "file.not_stored", once: true }),
      finishes,
    );
    const { user } = renderApp("/r/token");
    await user.upload(await picker(), scan);
    expect(await screen.findByText(/resume when you’re back online/, { selector: "p" })).toBeDefined();

    online.mockReturnValue(true);
    mocks.use(filesAre([row({ status: "stored", sha256: "ab".repeat(32) })]));
    dispatchEvent(new Event("online"));
    expect(await screen.findByRole("list", { name: "Files for Proof of address" })).toBeDefined();
    expect(storage.parts().map(([offset]) => offset)).toEqual([0, 5000]);
    expect(count.calls).toBe(1);
  });

  test("resumes when the page becomes visible again, as after sleep", async () => {
    const storage = resumableStorage();
    const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    storage.cutAfter(5000);
    mocks.use(filesAre([]), begins, storage.handler, finishes);
    const { user } = renderApp("/r/token");
    await user.upload(await picker(), scan);
    await screen.findByText(/resume when you’re back online/, { selector: "p" });

    online.mockReturnValue(true);
    mocks.use(filesAre([row({ status: "stored", sha256: "ab".repeat(32) })]));
    document.dispatchEvent(new Event("visibilitychange"));
    expect(await screen.findByRole("list", { name: "Files for Proof of address" })).toBeDefined();
  });
});

describe("a large file whose page was closed", () => {
  async function leaveBehind(sha256: string) {
    const storage = resumableStorage();
    storage.uploads.set("upload-1", { metadata: {}, length: scan.size, content: scan.slice(0, 5000) });
    const note = {
      fileId: "f1",
      userId: "anna",
      objectKey: "w1/r1/i1/f1",
      sha256,
      uploadUrl: "http://platform.test/storage/v1/upload/resumable/upload-1",
      at: Date.now(),
    };
    localStorage.setItem("sheaf:unfinished-uploads", JSON.stringify([note]));
    mocks.use(filesAre([row()]), restAnswers({ table: "files", rows: [row()] }), storage.handler, finishes);
    return storage;
  }

  test("is listed as incomplete and resumes when the same file is chosen again", async () => {
    const storage = await leaveBehind(await hashContent(scan, { signal: new AbortController().signal }));
    const { count, fault } = counting("begin_upload");
    mocks.use(fault, begins);
    const { user } = renderApp("/r/token");
    expect(await screen.findByText(/Choose the same file again to continue/)).toBeDefined();
    const held = Promise.withResolvers<void>();
    mocks.use((url) => http.patch(`${url}/storage/v1/upload/*`, () => held.promise));
    await user.upload(await picker(), scan);
    expect(await screen.findByText("Continuing where it stopped.")).toBeDefined();
    mocks.use(filesAre([row({ status: "stored", sha256: "ab".repeat(32) })]));
    held.resolve();
    expect(await screen.findByRole("list", { name: "Files for Proof of address" })).toBeDefined();
    expect(storage.parts().map(([offset]) => offset)).toEqual([5000]);
    expect(count.calls).toBe(0);
    expect(localStorage.getItem("sheaf:unfinished-uploads")).toBeNull();
  });

  test("has its row and upload replaced when the file was changed in the meantime", async () => {
    const storage = await leaveBehind("cd".repeat(32));
    const removed = counting("remove_file");
    const begun = counting("begin_upload");
    mocks.use(
      removed.fault,
      rpcAnswers({ fn: "remove_file", returns: undefined }),
      begun.fault,
      rpcAnswers({ fn: "begin_upload", returns: [{ file_id: "f2", object_key: "w1/r1/i1/f2" }] }),
    );
    const { user } = renderApp("/r/token");
    const input = await picker();
    mocks.use(filesAre([row({ id: "f2", status: "stored", sha256: "ab".repeat(32) })]));
    await user.upload(input, scan);
    expect(await screen.findByRole("list", { name: "Files for Proof of address" })).toBeDefined();
    expect(storage.methods()).toEqual(["DELETE", "POST", "PATCH", "PATCH"]);
    expect([removed.count.calls, begun.count.calls]).toEqual([1, 1]);
  });

  test("is not shown as incomplete while another tab is uploading it", async () => {
    await leaveBehind("cd".repeat(32));
    const query = () => Promise.resolve({ held: [{ name: "sheaf:sending:f1" }] });
    Object.defineProperty(navigator, "locks", { configurable: true, value: { query } });
    onTestFinished(() => void Reflect.deleteProperty(navigator, "locks"));
    renderApp("/r/token");
    expect(await screen.findByText("This file is uploading in another tab.")).toBeDefined();
    expect(screen.queryByText(/didn’t finish/)).toBeNull();
    expect(screen.queryByRole("button", { name: "Dismiss scan.pdf" })).toBeNull();
  });

  test("is removed at Storage and in the database when it is dismissed", async () => {
    const storage = await leaveBehind("cd".repeat(32));
    mocks.use(rpcAnswers({ fn: "remove_file", returns: undefined }));
    const { user } = renderApp("/r/token");
    const dismiss = await screen.findByRole("button", { name: "Dismiss scan.pdf" });
    mocks.use(filesAre([]));
    await user.click(dismiss);
    await waitFor(() => expect(screen.queryByText("scan.pdf")).toBeNull());
    await waitFor(() => expect(storage.uploads.size).toBe(0));
    expect(localStorage.getItem("sheaf:unfinished-uploads")).toBeNull();
  });
});
