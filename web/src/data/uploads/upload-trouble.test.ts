import { describe, expect, test, vi } from "vitest";
import { AppError } from "../../lib/errors.ts";
import { canRetry, isInterruption, isSessionFailure } from "./upload.models.ts";
import { chosen, pdf, start } from "./upload-queue.harness.ts";

describe("when the network is cut", () => {
  test("in mid-upload, the file says so; the next try makes no second row", async () => {
    const { service, queue, phase, states, settled } = start();
    service.failNext("send", new AppError("upload.interrupted"));
    queue.add([chosen(pdf("a.pdf"))]);
    await settled();
    expect(phase()).toEqual({ state: "failed", code: "upload.interrupted" });
    expect(service.calls).toEqual(["begin", "send"]);

    queue.retry("upload-1");
    await vi.waitFor(() => expect(states()).toEqual(["stored"]));
    expect(service.rows).toHaveLength(1);
  });

  test("after the last byte, the file is finished and not sent again", async () => {
    const { service, queue, states, settled } = start();
    service.loseAnswer("send");
    queue.add([chosen(pdf("a.pdf"))]);
    await settled();
    queue.retry("upload-1");
    await vi.waitFor(() => expect(states()).toEqual(["stored"]));
    expect(service.calls.filter((call) => call === "send")).toHaveLength(1);
    expect(service.storedFiles()).toHaveLength(1);
  });

  test("while finishing, asking again is enough", async () => {
    const { service, queue, states, settled } = start();
    service.loseAnswer("finish");
    queue.add([chosen(pdf("a.pdf"))]);
    await settled();
    queue.retry("upload-1");
    await vi.waitFor(() => expect(states()).toEqual(["stored"]));
    expect(service.calls).toEqual(["begin", "send", "finish", "finish"]);
  });

  test("while beginning, the row that nobody heard of is taken back", async () => {
    const { service, queue, states, settled } = start();
    service.loseAnswer("begin");
    queue.add([chosen(pdf("a.pdf"))]);
    await settled();
    queue.retry("upload-1");
    await vi.waitFor(() => expect(states()).toEqual(["stored"]));
    expect(service.rows.map(({ status }) => status)).toEqual(["removed", "stored"]);
  });

  test("its return tries every cut-off file again, and no other", async () => {
    const { service, queue, states, settled } = start();
    service.failNext("send", new AppError("upload.interrupted"));
    queue.add([chosen(pdf("a.pdf")), chosen(new File([], "b.pdf"))]);
    await settled(2);
    queue.retryFailed(isInterruption);
    await vi.waitFor(() => expect(states()).toEqual(["stored", "failed"]));
  });

  test("a file that was edited meanwhile is not mistaken for a lost line", async () => {
    const { service, queue, phase, settled } = start();
    const file = pdf("a.pdf");
    service.failNext("send", new AppError("upload.interrupted"), () => {
      file.slice = () => Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new Error("gone")) });
    });
    queue.add([chosen(file)]);
    await settled();
    expect(phase()).toEqual({ state: "failed", code: "file.changed" });
  });
});

describe("when the service refuses", () => {
  test("because the item was accepted meanwhile, the file says just that", async () => {
    const { service, queue, phase, settled } = start();
    service.failNext("send", new AppError("AccessDenied"), () => service.lockItem());
    queue.add([chosen(pdf("a.pdf"))]);
    await settled();
    expect(phase()).toEqual({ state: "failed", code: "item.locked" });
    expect(canRetry("item.locked")).toBe(false);
  });

  test("without a better reason, its own is shown", async () => {
    const { service, queue, phase, settled } = start();
    service.failNext("send", new AppError("EntityTooLarge"));
    queue.add([chosen(pdf("a.pdf"))]);
    await settled();
    expect(phase()).toEqual({ state: "failed", code: "EntityTooLarge" });
  });

  test("because the very bytes lie there already, the file is finished", async () => {
    const { service, queue, states, settled } = start();
    service.loseAnswer("send", new AppError("KeyAlreadyExists"));
    queue.add([chosen(pdf("a.pdf"))]);
    await settled();
    expect(states()).toEqual(["stored"]);
  });

  test("because something else lies there, the next try takes a new place", async () => {
    const { service, queue, states, settled } = start();
    service.failNext("send", new AppError("KeyAlreadyExists"));
    queue.add([chosen(pdf("a.pdf"))]);
    await settled();
    queue.retry("upload-1");
    await vi.waitFor(() => expect(states()).toEqual(["stored"]));
    expect(service.rows.map(({ status }) => status)).toEqual(["removed", "stored"]);
  });

  test("because the row is gone, the next try begins a new one", async () => {
    const { service, queue, states, settled } = start();
    service.failNext("send", new AppError("upload.interrupted"), () => service.dropRows());
    queue.add([chosen(pdf("a.pdf"))]);
    await settled();
    queue.retry("upload-1");
    await vi.waitFor(() => expect(states()).toEqual(["stored"]));
    expect(service.rows.map(({ status }) => status)).toEqual(["removed", "stored"]);
  });

  test("because the session ran out, a new session tries it again", async () => {
    const { service, queue, states, settled } = start();
    service.failNext("send", new AppError("InvalidJWT"));
    queue.add([chosen(pdf("a.pdf"))]);
    await settled();
    queue.retryFailed(isInterruption);
    expect(states()).toEqual(["failed"]);
    queue.retryFailed(isSessionFailure);
    await vi.waitFor(() => expect(states()).toEqual(["stored"]));
    expect(service.rows).toHaveLength(1);
  });
});
