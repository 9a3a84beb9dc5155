import type { Receipt, ReceiptFile } from "@sheaf/contract/receipt/receipt";
import { expect, test } from "vitest";
import { countFiles, grouped, judge, shortSum } from "./verify.models.ts";

const file = (name: string, sha256: string): ReceiptFile => ({
  name,
  size: 10,
  sha256,
  received_at: "2026-11-24T10:12:00.000Z",
  verdict: null,
});

const item = (title: string, ...files: ReceiptFile[]) => ({
  title,
  state: "submitted" as const,
  decided_by: null,
  files,
});

const [payslips, lease] = [
  item("Payslips", file("a.pdf", "aa"), file("b.pdf", "bb")),
  item("Lease", file("c.pdf", "aa")),
];

const receipt: Receipt = {
  format: "sheaf-receipt",
  version: 1,
  id: "5f0c1a52-7b1e-4bb0-8f5c-0d8f35b0a6aa",
  issued_at: "2026-11-26T10:00:00.000Z",
  workspace: { id: "5f0c1a52-7b1e-4bb0-8f5c-0d8f35b0a6ab", name: "Okafor & Lind" },
  request: { id: "5f0c1a52-7b1e-4bb0-8f5c-0d8f35b0a6ac", title: "Tax return" },
  recipient: { email: "ana@example.com", name: "Ana Duarte" },
  items: [payslips, lease],
  history: { seq: 1, hash: "cd".repeat(32) },
};

test.each([
  ["its name and content are in the receipt", { name: "c.pdf", size: 10, sha256: "aa" }, "received", lease],
  ["only its content is", { name: "copy.pdf", size: 10, sha256: "aa" }, "received", payslips],
  ["only its name is", { name: "b.pdf", size: 10, sha256: "ff" }, "different", payslips],
  ["its content has another size", { name: "b.pdf", size: 11, sha256: "bb" }, "different", payslips],
])("a file of which %s", (_, hashed, kind, inItem) => {
  expect(judge(receipt, hashed)).toMatchObject({ kind, item: inItem });
});

test("a file of which neither name nor content is in the receipt", () => {
  expect(judge(receipt, { name: "z.pdf", size: 10, sha256: "ff" })).toEqual({ kind: "absent" });
});

test("a name is the same however its accents are encoded", () => {
  const accented = { ...receipt, items: [item("Lease", file("caf\u00E9.pdf", "aa"))] };
  expect(judge(accented, { name: "cafe\u0301.pdf", size: 10, sha256: "ff" }).kind).toBe("different");
});

test("files are counted over all items", () => expect(countFiles(receipt)).toBe(3));

test("checksums are shown in groups of four", () => {
  expect(grouped("7f2c91a0")).toBe("7f2c 91a0");
  expect(shortSum("9c41e07b22d8" + "0".repeat(48) + "a3b7")).toBe("9c41 e07b 22d8 … a3b7");
});
