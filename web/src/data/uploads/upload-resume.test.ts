import { describe, expect, test, vi } from "vitest";
import { AppError } from "../../lib/errors.ts";
import { createUploadQueue } from "./upload-queue.ts";
import { chosen, pdf, start } from "./upload-queue.harness.ts";
import { isInterruption } from "./upload.models.ts";

const statuses = (service: ReturnType<typeof start>["service"]) => service.rows.map(({ status }) => status);

/** The same service, as another page of the same browser finds it. */
function reloaded(service: ReturnType<typeof start>["service"]) {
  const queue = createUploadQueue({ transport: service, now: () => 0, maxBytes: () => 10_000 });
  const stored = () =>
    vi.waitFor(() => expect(queue.snapshot().map(({ phase }) => phase.state)).toEqual(["stored"]));
  return { queue, stored };
}

describe("a file whose line was lost half-way", () => {
  test("goes on from where it stopped once the network is back, in the same row", async () => {
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

  test("shows what is there already, and not as if it had just been sent", async () => {
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

describe("a file whose page was closed half-way", () => {
  test("goes on in the same row when the same file is chosen again", async () => {
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

  test("is begun anew when it was changed meanwhile, though its name and size are the same", async () => {
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

  test("is sent from its start into the same row when what had arrived was given up", async () => {
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

  test("is begun anew when its row was taken back", async () => {
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

  test("chosen twice at once is gone on with once; the second is a file of its own", async () => {
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

test("a file that another tab is sending is left to that tab, also when it is dismissed here", async () => {
  const { service, queue, phase, settled } = start();
  service.failNext("send", new AppError("upload.elsewhere"));
  queue.add([chosen(pdf("a.pdf"))]);
  await settled();
  expect(phase()).toEqual({ state: "failed", code: "upload.elsewhere" });
  await queue.dismiss("upload-1");
  expect(queue.snapshot()).toEqual([]);
  expect(statuses(service)).toEqual(["uploading"]);
});
