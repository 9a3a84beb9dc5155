import { expect, test } from "vitest";
import { senderOf } from "./sender.models.ts";

const added = { kind: "file_added", fileId: "f1", actorId: "anna", actorName: "Anna Lind" } as const;
const removed = { ...added, kind: "file_removed", actorName: "Mats Lind" } as const;

test.each([
  ["who added it", [removed, added], "Anna Lind"],
  ["the reader", [{ ...added, actorId: "me" }], "you"],
  ["nobody for another file", [{ ...added, fileId: "f2" }], undefined],
  ["nobody without a name", [{ ...added, actorName: " " }], undefined],
])("a file names %s", (_, events, name) => {
  expect(senderOf({ id: "f1" }, events, "me")).toBe(name);
});
