import { createHash } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { AppError } from "../../lib/errors.ts";
import { isUnfinished } from "./upload.models.ts";
import { chosen, pdf, start } from "./upload-queue.harness.ts";

describe("a file that a person adds", () => {
  test("arrives with its own bytes, type and hash", async () => {
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

  test("goes through each step in order, and the page is told of every one", async () => {
    const { queue, phase, settled } = start();
    const seen: unknown[] = [];
    queue.subscribe(() => {
      const state = phase()?.state;
      if (state !== seen.at(-1)) seen.push(state);
    });
    queue.add([chosen(pdf("a.pdf"))]);
    await settled();
    expect(seen).toEqual(["waiting", "hashing", "uploading", "finishing", "stored"]);
  });

  test("is called by its clean name", async () => {
    const { service, queue, settled } = start();
    queue.add([chosen(pdf("../in\u202evoice\n🧾.pdf"))]);
    await settled();
    expect(service.storedFiles()[0]?.name).toBe("..invoice🧾.pdf");
  });

  test.each([
    ["empty", new File([], "a.pdf"), [], "file.empty"],
    ["too large", new File(["a".repeat(10_001)], "a.txt"), [], "file.too_large"],
    ["of another kind than its item asks for", new File(["<html>"], "a.pdf"), ["pdf"], "file.type"],
  ] as const)("is refused by name before anybody is told, when it is %s", async (_, file, accepts, code) => {
    const { service, queue, phase, settled } = start();
    queue.add([chosen(file, [...accepts])]);
    await settled();
    expect(phase()).toEqual({ state: "failed", code });
    expect(service.calls).toEqual([]);
    expect(isUnfinished(queue.snapshot()[0] ?? expect.fail())).toBe(false);
  });

  test("does not keep the others from arriving when it is refused", async () => {
    const { service, queue, states, settled } = start();
    queue.add([chosen(pdf("a.pdf")), chosen(new File([], "b.pdf")), chosen(pdf("c.pdf"))]);
    await settled(3);
    expect(states()).toEqual(["stored", "failed", "stored"]);
    expect(service.storedFiles().map(({ name }) => name)).toEqual(["a.pdf", "c.pdf"]);
  });
});

test("three files go at once, the others wait for their turn", async () => {
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

describe("a file that a person stops", () => {
  test("is cut off at once, its row is taken back and the next one starts", async () => {
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

  test("after it failed leaves nothing behind", async () => {
    const { service, queue, settled } = start();
    service.failNext("send", new AppError("upload.interrupted"));
    queue.add([chosen(pdf("a.pdf"))]);
    await settled();
    await queue.dismiss("upload-1");
    expect(queue.snapshot()).toEqual([]);
    expect(service.rows.map(({ status }) => status)).toEqual(["removed"]);
  });

  test("is not taken back once it has arrived", async () => {
    const { service, queue, settled } = start();
    queue.add([chosen(pdf("a.pdf"))]);
    await settled();
    await queue.dismiss("upload-1");
    expect(service.rows.map(({ status }) => status)).toEqual(["stored"]);
  });
});

test("a row left over from an earlier visit is replaced, not doubled", async () => {
  const { service, queue, settled } = start();
  const file = pdf("a.pdf");
  await service.begin({ itemId: "i1", name: "a.pdf", size: file.size, mime: "application/pdf" });
  queue.add([chosen(file)], { mayHaveBegun: () => true });
  await settled();
  expect(service.rows.map(({ status }) => status)).toEqual(["removed", "stored"]);
});

test("two files of the same name in one go do not take each other's row", async () => {
  const { service, queue, settled } = start();
  queue.add([chosen(pdf("a.pdf", "one")), chosen(pdf("a.pdf", "two"))], { mayHaveBegun: () => true });
  await settled(2);
  expect(service.storedFiles()).toHaveLength(2);
});

test("what the service lists as stored is no longer shown as an upload, even if its last answer was lost", async () => {
  const { service, queue, settled } = start();
  service.loseAnswer("finish");
  queue.add([chosen(pdf("a.pdf"))]);
  await settled();
  queue.settle(new Set(service.rows.map(({ id }) => id)));
  expect(queue.snapshot()).toEqual([]);
});

test("signing out stops everything and keeps nothing", async () => {
  const { service, queue, states } = start();
  service.holdSends();
  queue.add([chosen(pdf("a.pdf")), chosen(pdf("b.pdf"))]);
  await vi.waitFor(() => expect(states()).toEqual(["uploading", "uploading"]));
  queue.clear();
  expect(queue.snapshot()).toEqual([]);
  await vi.waitFor(() => expect(service.aborted).toBe(2));
});

test("leaving is safe once everything has arrived or can never arrive, and not before", async () => {
  const { service, queue, settled } = start();
  service.failNext("send", new AppError("upload.interrupted"));
  queue.add([chosen(pdf("a.pdf")), chosen(pdf("b.pdf")), chosen(new File([], "c.pdf"))]);
  expect(queue.snapshot().some(isUnfinished)).toBe(true);
  await settled(3);
  expect(queue.snapshot().map(isUnfinished)).toEqual([true, false, false]);
});

test("the page is given the same list until something changes", async () => {
  const { queue, settled } = start();
  queue.add([chosen(pdf("a.pdf"))]);
  await settled();
  expect(queue.snapshot()).toBe(queue.snapshot());
});
