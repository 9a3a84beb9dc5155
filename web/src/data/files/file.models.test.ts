import { expect, test } from "vitest";
import { toStoredFiles, type FileRow } from "./file.models.ts";

const row = (over: Partial<FileRow>): FileRow => ({
  id: "f1",
  name: "payslip.pdf",
  size: 10,
  mime: "application/pdf",
  sha256: "ab",
  stored_at: "2026-11-20T10:00:00+00:00",
  set_aside_at: null,
  added_by_member: false,
  verdict: null,
  verdict_reason: null,
  checked_at: null,
  damaged: false,
  ...over,
});

const place = { workspace_id: "w1", request_id: "r1", item_id: "i1" };

test("the object's key is made of the ids of workspace, request, item and file", () => {
  expect(toStoredFiles([row({ id: "f1" })], place)).toMatchObject([
    { itemId: "i1", objectKey: "w1/r1/i1/f1" },
  ]);
});

test("a file that is set aside still belongs to the answer", () => {
  const rows = [row({ id: "f1" }), row({ id: "f2", set_aside_at: "2026-11-20T12:00:00+00:00" })];
  expect(toStoredFiles(rows, place).map(({ id, isSetAside }) => [id, isSetAside])).toEqual([
    ["f1", false],
    ["f2", true],
  ]);
});

test("files are sorted by time of arrival", () => {
  const rows = [
    row({ id: "f2", stored_at: "2026-11-20T11:00:00+00:00" }),
    row({ id: "f4", stored_at: "2026-11-20T10:30:00+00:00" }),
    row({ id: "f3", stored_at: "2026-11-20T10:30:00+00:00" }),
  ];
  expect(toStoredFiles(rows, place).map((file) => file.id)).toEqual(["f3", "f4", "f2"]);
});
