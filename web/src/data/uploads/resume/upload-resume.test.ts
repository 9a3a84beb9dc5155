import { describe, expect, test, vi } from "vitest";
import { AppError } from "../../../lib/errors.ts";
import { createUploadQueue } from "../queue/upload-queue.ts";
import { chosen, pdf, start } from "../queue/upload-queue.harness.ts";
import { isInterruption } from "../retry-policy.ts";

const statuses = (service: ReturnType<typeof start>["service"]) => service.rows.map(({ status }) => status);

/** A new page of the same browser, with the same service. */
function reloaded(service: ReturnType<typeof start>["service"]) {
  const queue = createUploadQueue({ transport: service, now: () => 0, maxBytes: () => 10_000 });
  const stored = () =>
    vi.waitFor(() => expect(queue.snapshot().map(({ phase }) => phase.state)).toEqual(["stored"]));
  return { queue, stored };
}

describe("an interrupted upload", () => {
  test("resumes where it stopped, in the same row, once the network is back", async () => {
    const { service, queue, states, phase, settled } = start();
    service.stopAfter(5);
    queue.add([chosen(pdf("a.pdf"))]);
    await settled();
    expect(phase()).toEqual({ state: "failed", code: "upload.paused" });

    queue.retryFailed(isInterruption);
    await vi.waitFor(() => expect(states()).toEqual(["stored"]));
    expect(service.offsets).toEqual([0, 5]);
    expect(statuses(service)).toEqual(["stored"]);
  });

  test("doesn't count the bytes already uploaded towards the speed", async () => {
    const { service, queue, phase, states, settled } = start();
    service.stopAfter(5);
    queue.add([chosen(pdf("a.pdf"))]);
    await settled();
    const release = service.holdSends();
    queue.retry("upload-1");
    await vi.waitFor(() => expect(phase()).toMatchObject({ progress: { loaded: 5, from: 5, speed: 0 } }));
    release();
    await vi.waitFor(() => expect(states()).toEqual(["stored"]));
  });
});

describe("an upload whose page was closed", () => {
  test("resumes in the same row when the same file is chosen again", async () => {
    const { service, queue, settled } = start();
    service.stopAfter(5);
    queue.add([chosen(pdf("a.pdf"))]);
    await settled();

    const later = reloaded(service);
    later.queue.add([chosen(pdf("a.pdf"))], { mayHaveBegun: () => true });
    await later.stored();
    expect(service.offsets).toEqual([0, 5]);
    expect(statuses(service)).toEqual(["stored"]);
  });

  test("restarts when the content changed, even if name and size are the same", async () => {
    const { service, queue, settled } = start();
    service.stopAfter(5);
    queue.add([chosen(pdf("a.pdf", "before"))]);
    await settled();

    const later = reloaded(service);
    later.queue.add([chosen(pdf("a.pdf", "since."))], { mayHaveBegun: () => true });
    await later.stored();
    expect(service.offsets).toEqual([0, 0]);
    expect(statuses(service)).toEqual(["removed", "stored"]);
  });

  test("restarts in the same row when the service discarded the received bytes", async () => {
    const { service, queue, settled } = start();
    service.stopAfter(5);
    queue.add([chosen(pdf("a.pdf"))]);
    await settled();
    service.dropParts();

    const later = reloaded(service);
    later.queue.add([chosen(pdf("a.pdf"))], { mayHaveBegun: () => true });
    await later.stored();
    expect(service.offsets).toEqual([0, 0]);
    expect(statuses(service)).toEqual(["stored"]);
  });

  test("restarts when its row was removed", async () => {
    const { service, queue, settled } = start();
    service.stopAfter(5);
    queue.add([chosen(pdf("a.pdf"))]);
    await settled();
    service.dropRows();

    const later = reloaded(service);
    later.queue.add([chosen(pdf("a.pdf"))], { mayHaveBegun: () => true });
    await later.stored();
    expect(statuses(service)).toEqual(["removed", "stored"]);
  });

  test("is resumed once when the file is chosen twice; the second one gets its own row", async () => {
    const { service, queue, settled } = start();
    service.stopAfter(5);
    queue.add([chosen(pdf("a.pdf"))]);
    await settled();

    const later = reloaded(service);
    later.queue.add([chosen(pdf("a.pdf")), chosen(pdf("a.pdf"))], { mayHaveBegun: () => true });
    await vi.waitFor(() => expect(statuses(service)).toEqual(["stored", "stored"]));
    expect(service.offsets.toSorted((a, b) => a - b)).toEqual([0, 0, 5]);
  });
});

test("a file that another tab is uploading is left to that tab, even when it is dismissed here", async () => {
  const { service, queue, phase, settled } = start();
  service.failNext("send", new AppError("upload.elsewhere"));
  queue.add([chosen(pdf("a.pdf"))]);
  await settled();
  expect(phase()).toEqual({ state: "failed", code: "upload.elsewhere" });
  await queue.dismiss("upload-1");
  expect(queue.snapshot()).toEqual([]);
  expect(statuses(service)).toEqual(["uploading"]);
});
