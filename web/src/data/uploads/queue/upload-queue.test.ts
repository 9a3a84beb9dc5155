import { createHash } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { AppError } from "../../../lib/errors.ts";
import { isMoving, isUnfinished } from "../upload.models.ts";
import { chosen, pdf, start } from "./upload-queue.harness.ts";

describe("a doubted file", () => {
  const blurred = { kind: "blurred" } as const;

  test("waits until it is sent anyway, and doesn’t keep others waiting", async () => {
    const { service, queue, states, settled } = start();
    const findDoubt = async ({ name }: File) => (name === "photo.pdf" ? blurred : undefined);
    queue.add([chosen(pdf("photo.pdf")), chosen(pdf("letter.pdf"))], { findDoubt });
    await settled();
    expect(states()).toEqual(["doubted", "stored"]);
    expect(queue.snapshot().map(isUnfinished)).toEqual([true, false]);
    expect(queue.snapshot().map(isMoving)).toEqual([false, false]);
    queue.sendAnyway(queue.snapshot()[0]?.id ?? "");
    await settled(2);
    expect(service.storedFiles().map(({ name }) => name)).toEqual(["letter.pdf", "photo.pdf"]);
  });

  test("leaves nothing behind when it isn’t sent", async () => {
    const { service, queue, states } = start();
    queue.add([chosen(pdf("photo.pdf"))], { findDoubt: () => Promise.resolve(blurred) });
    await vi.waitFor(() => expect(states()).toEqual(["doubted"]));
    await queue.dismiss(queue.snapshot()[0]?.id ?? "");
    expect(queue.snapshot()).toEqual([]);
    expect(service.calls).toEqual([]);
  });

  test("is sent if it can’t be looked at", async () => {
    const { queue, states, settled } = start();
    queue.add([chosen(pdf("a.pdf"))], { findDoubt: () => Promise.reject(new Error("No worker")) });
    await settled();
    expect(states()).toEqual(["stored"]);
  });

  test("is no longer looked at once it is dismissed", async () => {
    const { queue } = start();
    const { promise, resolve } = Promise.withResolvers<AbortSignal>();
    queue.add([chosen(pdf("a.pdf"))], {
      findDoubt: (_, __, signal) => {
        resolve(signal);
        return new Promise(() => undefined);
      },
    });
    const signal = await promise;
    expect(signal.aborted).toBe(false);
    await queue.dismiss(queue.snapshot()[0]?.id ?? "");
    expect(signal.aborted).toBe(true);
  });
});

describe("an added file", () => {
  test("is stored with its bytes, type and hash", async () => {
    const { service, queue, states, settled } = start();
    const file = pdf("statement.pdf");
    queue.add([chosen(file)]);
    await settled();
    expect(states()).toEqual(["stored"]);
    expect(service.storedFiles()).toEqual([
      {
        name: "statement.pdf",
        mime: "application/pdf",
        size: file.size,
        sha256: createHash("sha256")
          .update(new Uint8Array(await file.arrayBuffer()))
          .digest("hex"),
      },
    ]);
  });

  test("passes through each state in order and notifies subscribers", async () => {
    const { queue, phase, settled } = start();
    const seen: unknown[] = [];
    queue.subscribe(() => {
      const state = phase()?.state;
      if (state !== seen.at(-1)) seen.push(state);
    });
    queue.add([chosen(pdf("a.pdf"))]);
    await settled();
    expect(seen).toEqual(["checking", "waiting", "uploading", "finishing", "stored"]);
  });

  test("has its sanitised name", async () => {
    const { service, queue, settled } = start();
    queue.add([chosen(pdf("../in\u202evoice\n🧾.pdf"))]);
    await settled();
    expect(service.storedFiles()[0]?.name).toBe("..invoice🧾.pdf");
  });

  test.each([
    ["empty", new File([], "a.pdf"), [], "file.empty"],
    ["too large", new File(["a".repeat(10_001)], "a.txt"), [], "file.too_large"],
    ["of a type that its item doesn’t accept", new File(["<html>"], "a.pdf"), ["pdf"], "file.type"],
  ] as const)(
    "is rejected with its own code before any call when it is %s",
    async (_, file, accepts, code) => {
      const { service, queue, phase, settled } = start();
      queue.add([chosen(file, [...accepts])]);
      await settled();
      expect(phase()).toEqual({ state: "failed", code });
      expect(service.calls).toEqual([]);
      expect(isUnfinished(queue.snapshot()[0] ?? expect.fail())).toBe(false);
    },
  );

  test("is rejected without affecting the others", async () => {
    const { service, queue, states, settled } = start();
    queue.add([chosen(pdf("a.pdf")), chosen(new File([], "b.pdf")), chosen(pdf("c.pdf"))]);
    await settled(3);
    expect(states()).toEqual(["stored", "failed", "stored"]);
    expect(service.storedFiles().map(({ name }) => name)).toEqual(["a.pdf", "c.pdf"]);
  });
});

test("at most three files upload at a time", async () => {
  const { service, queue, states, settled } = start();
  const release = service.holdSends();
  queue.add(["a", "b", "c", "d", "e"].map((name) => chosen(pdf(`${name}.pdf`))));
  await vi.waitFor(() => {
    expect(states()).toEqual(["uploading", "uploading", "uploading", "waiting", "waiting"]);
  });
  expect(service.rows).toHaveLength(3);
  release();
  await settled(5);
  expect(states()).toEqual(Array.from({ length: 5 }, () => "stored"));
});

describe("a stopped file", () => {
  test("is aborted at once, loses its row and makes room for the next one", async () => {
    const { service, queue, states } = start();
    service.holdSends();
    queue.add(["a", "b", "c", "d"].map((name) => chosen(pdf(`${name}.pdf`))));
    await vi.waitFor(() => expect(states()).toEqual(["uploading", "uploading", "uploading", "waiting"]));
    await queue.dismiss("upload-1");
    await vi.waitFor(() => expect(states()).toEqual(["uploading", "uploading", "uploading"]));
    expect(service.rows.map(({ name, status }) => `${name} ${status}`)).toEqual([
      "a.pdf removed",
      "b.pdf uploading",
      "c.pdf uploading",
      "d.pdf uploading",
    ]);
  });

  test("is removed from the list after a failure", async () => {
    const { service, queue, settled } = start();
    service.failNext("send", new AppError("upload.interrupted"));
    queue.add([chosen(pdf("a.pdf"))]);
    await settled();
    await queue.dismiss("upload-1");
    expect(queue.snapshot()).toEqual([]);
    expect(service.rows.map(({ status }) => status)).toEqual(["removed"]);
  });

  test("is not removed once it is stored", async () => {
    const { service, queue, settled } = start();
    queue.add([chosen(pdf("a.pdf"))]);
    await settled();
    await queue.dismiss("upload-1");
    expect(service.rows.map(({ status }) => status)).toEqual(["stored"]);
  });
});

test("a row left by an earlier visit is replaced", async () => {
  const { service, queue, settled } = start();
  const file = pdf("a.pdf");
  await service.begin({
    itemId: "i1",
    name: "a.pdf",
    size: file.size,
    mime: "application/pdf",
    byMember: false,
  });
  queue.add([chosen(file)], { mayHaveBegun: () => true });
  await settled();
  expect(service.rows.map(({ status }) => status)).toEqual(["removed", "stored"]);
});

test("two files of the same name added together get separate rows", async () => {
  const { service, queue, settled } = start();
  queue.add([chosen(pdf("a.pdf", "one")), chosen(pdf("a.pdf", "two"))], { mayHaveBegun: () => true });
  await settled(2);
  expect(service.storedFiles()).toHaveLength(2);
});

test("a file that the service lists as stored is no longer an upload, even if the last response was lost", async () => {
  const { service, queue, settled } = start();
  service.loseResponse("finish");
  queue.add([chosen(pdf("a.pdf"))]);
  await settled();
  queue.settle(new Set(service.rows.map(({ id }) => id)));
  expect(queue.snapshot()).toEqual([]);
});

test("signing out stops and removes all uploads", async () => {
  const { service, queue, states } = start();
  service.holdSends();
  queue.add([chosen(pdf("a.pdf")), chosen(pdf("b.pdf"))]);
  await vi.waitFor(() => expect(states()).toEqual(["uploading", "uploading"]));
  queue.clear();
  expect(queue.snapshot()).toEqual([]);
  await vi.waitFor(() => expect(service.aborted).toBe(2));
});

test("leaving is safe only when every upload is stored or has failed for good", async () => {
  const { service, queue, settled } = start();
  service.failNext("send", new AppError("upload.interrupted"));
  queue.add([chosen(pdf("a.pdf"))]);
  expect(queue.snapshot().some(isUnfinished)).toBe(true);
  // Files are sent at the same time, so the one that fails is sent before the others.
  await settled();
  queue.add([chosen(pdf("b.pdf")), chosen(new File([], "c.pdf"))]);
  await settled(3);
  expect(queue.snapshot().map(isUnfinished)).toEqual([true, false, false]);
});

test("the snapshot is the same array until something changes", async () => {
  const { queue, settled } = start();
  queue.add([chosen(pdf("a.pdf"))]);
  await settled();
  expect(queue.snapshot()).toBe(queue.snapshot());
});
