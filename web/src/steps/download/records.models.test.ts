import { expect, test } from "vitest";
import type { RequestEvent } from "../../data/events/event.models.ts";
import { toDoers, toRecordEntries } from "./records.models.ts";

const event = (seq: number, over: Partial<RequestEvent>): RequestEvent => ({
  seq,
  kind: "file_added",
  actorId: "u1",
  actorName: "Anna Lind",
  actorEmail: "anna@lind.example",
  itemId: "i1",
  fileId: null,
  itemTitle: "Payslips",
  name: "march.pdf",
  on: null,
  answerKind: null,
  files: 0,
  at: "2026-11-20T10:00:00Z",
  ...over,
});

test("the newest decision on an item says who decided", () => {
  const { sent, decided } = toDoers([
    event(3, { kind: "accepted", actorName: "Nora Okafor" }),
    event(2, { kind: "returned", actorName: "Ines Maia" }),
    event(1, { fileId: "f1" }),
  ]);
  expect([sent.get("f1"), decided.get("i1")]).toEqual(["Anna Lind", "Nora Okafor"]);
});

test("a written answer names its last writer, and a file its sender", () => {
  const { sent } = toDoers([
    event(3, { kind: "answered", itemId: "i2", actorName: "Mats Lind" }),
    event(2, { kind: "answered", itemId: "i2", actorName: "Anna Lind" }),
    event(1, { fileId: "f1" }),
  ]);
  expect([...sent]).toEqual([
    ["f1", "Anna Lind"],
    ["i2", "Mats Lind"],
  ]);
});

test("each receipt is a separate file, even for addresses that differ only in case or contain a path", () => {
  const receipts = ["a@x.example", "A@x.example", "../../b@x.example"].map((email) => ({
    email,
    document: { receipt: email },
  }));
  const entries = toRecordEntries({ history: [], receipts });
  expect(entries.map(({ name }) => name)).toEqual([
    "history.csv",
    "history-for-programs.csv",
    "Receipts/a@x.example.json",
    "Receipts/A@x.example (2).json",
    expect.stringMatching(/^Receipts\/[^/]+$/),
  ]);
  expect(JSON.parse(entries[2]?.input ?? "")).toEqual({ receipt: "a@x.example" });
});

test("a long history is whole, the oldest event first", () => {
  const history = Array.from({ length: 2500 }, (_, index) => event(2500 - index, {}));
  const [csv] = toRecordEntries({ history, receipts: [] });
  const lines = csv?.input.split("\r\n") ?? [];
  expect(lines).toHaveLength(2500 + 2);
  expect(lines[1]).toMatch(/^"1",/);
});
