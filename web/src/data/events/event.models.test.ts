import { expect, test } from "vitest";
import { toEvent, type EventRow } from "./event.models.ts";

const row = (over: Partial<EventRow> = {}): EventRow => ({
  seq: 3,
  kind: "file_added",
  actor: "u1",
  actor_name: "Anna Lind",
  data: { name: "payslip.pdf", size: 12 },
  item_id: "i1",
  file_id: "f1",
  at: "2026-11-20T10:00:00Z",
  items: { title: "Payslips" },
  recipients: { email: "anna@lind.example" },
  ...over,
});

test("an added file's event names the file and its item", () => {
  expect(toEvent(row())).toMatchObject({
    itemTitle: "Payslips",
    name: "payslip.pdf",
    actorName: "Anna Lind",
    actorEmail: "anna@lind.example",
  });
});

test("a recipient without a name is shown by the address that only members read", () => {
  expect(toEvent(row({ actor_name: "a…@lind.example" })).actorName).toBe("anna@lind.example");
  expect(toEvent(row({ actor_name: "a…@lind.example", recipients: null })).actorName).toBe("a…@lind.example");
  expect(toEvent(row({ actor_name: "b…@lind.example" })).actorName).toBe("b…@lind.example");
});

test("a download of everything says how many files it had", () => {
  expect(toEvent(row({ kind: "exported", data: { files: 12, export: "e1" } })).files).toBe(12);
  expect(toEvent(row()).files).toBe(0);
});

test("an event about the whole request names neither", () => {
  expect(toEvent(row({ kind: "sent", items: null, recipients: null, data: {} }))).toMatchObject({
    actorEmail: "",
    itemTitle: "",
    name: "",
  });
});

test.each<EventRow["data"]>(["payslip.pdf", ["name"], { name: 3 }, {}])(
  "event data of another shape (%j) names no file",
  (data) => {
    expect(toEvent(row({ data })).name).toBe("");
  },
);
