import { describe, expect, test, vi } from "vitest";
import { AppError } from "../../../lib/errors.ts";
import { canRetry, isInterruption, isSessionFailure } from "../retry-policy.ts";
import { chosen, pdf, start } from "./upload-queue.harness.ts";

describe("a lost connection", () => {
  test("during sending is shown, and the retry makes no second row", async () => {
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

  test("after the last byte finishes the file without sending it again", async () => {
    const { service, queue, states, settled } = start();
    service.loseResponse("send");
    queue.add([chosen(pdf("a.pdf"))]);
    await settled();
    queue.retry("upload-1");
    await vi.waitFor(() => expect(states()).toEqual(["stored"]));
    expect(service.calls.filter((call) => call === "send")).toHaveLength(1);
    expect(service.storedFiles()).toHaveLength(1);
  });

  test("while finishing is solved by repeating the call", async () => {
    const { service, queue, states, settled } = start();
    service.loseResponse("finish");
    queue.add([chosen(pdf("a.pdf"))]);
    await settled();
    queue.retry("upload-1");
    await vi.waitFor(() => expect(states()).toEqual(["stored"]));
    expect(service.calls).toEqual(["begin", "send", "finish", "finish"]);
  });

  test("while creating the row removes the row whose response was lost", async () => {
    const { service, queue, states, settled } = start();
    service.loseResponse("begin");
    queue.add([chosen(pdf("a.pdf"))]);
    await settled();
    queue.retry("upload-1");
    await vi.waitFor(() => expect(states()).toEqual(["stored"]));
    expect(service.rows.map(({ status }) => status)).toEqual(["removed", "stored"]);
  });

  test("that returns retries every interrupted file and no other", async () => {
    const { service, queue, states, settled } = start();
    service.failNext("send", new AppError("upload.interrupted"));
    queue.add([chosen(pdf("a.pdf")), chosen(new File([], "b.pdf"))]);
    await settled(2);
    queue.retryFailed(isInterruption);
    await vi.waitFor(() => expect(states()).toEqual(["stored", "failed"]));
  });

  test("is not assumed when the file was edited in the meantime", async () => {
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

describe("a refusal by the service", () => {
  test("because the item was accepted is shown as such", async () => {
    const { service, queue, phase, settled } = start();
    service.failNext("send", new AppError("AccessDenied"), () => service.lockItem());
    queue.add([chosen(pdf("a.pdf"))]);
    await settled();
    expect(phase()).toEqual({ state: "failed", code: "item.locked" });
    expect(canRetry("item.locked")).toBe(false);
  });

  test("without a more specific reason shows the service's code", async () => {
    const { service, queue, phase, settled } = start();
    service.failNext("send", new AppError("EntityTooLarge"));
    queue.add([chosen(pdf("a.pdf"))]);
    await settled();
    expect(phase()).toEqual({ state: "failed", code: "EntityTooLarge" });
  });

  test("because the same bytes are stored already finishes the file", async () => {
    const { service, queue, states, settled } = start();
    service.loseResponse("send", new AppError("KeyAlreadyExists"));
    queue.add([chosen(pdf("a.pdf"))]);
    await settled();
    expect(states()).toEqual(["stored"]);
  });

  test("because another object has the key makes the retry use a new row", async () => {
    const { service, queue, states, settled } = start();
    service.failNext("send", new AppError("KeyAlreadyExists"));
    queue.add([chosen(pdf("a.pdf"))]);
    await settled();
    queue.retry("upload-1");
    await vi.waitFor(() => expect(states()).toEqual(["stored"]));
    expect(service.rows.map(({ status }) => status)).toEqual(["removed", "stored"]);
  });

  test("because the row is gone makes the retry create a new one", async () => {
    const { service, queue, states, settled } = start();
    service.failNext("send", new AppError("upload.interrupted"), () => service.dropRows());
    queue.add([chosen(pdf("a.pdf"))]);
    await settled();
    queue.retry("upload-1");
    await vi.waitFor(() => expect(states()).toEqual(["stored"]));
    expect(service.rows.map(({ status }) => status)).toEqual(["removed", "stored"]);
  });

  test("because the session expired is retried with a new session", async () => {
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
