import { expect, test } from "vitest";
import { item, storedFile } from "../../data/items/item.fixtures.ts";
import { toArchive } from "./archive.models.ts";
import { toHashList } from "./hash-list.models.ts";

test("the list has the format of sha256sum", () => {
  const files = [storedFile({ name: "a.pdf", sha256: "01".repeat(32) }), storedFile({ name: "b.pdf" })];
  expect(toHashList(toArchive({ items: [item({ files })] }))).toBe(
    `${"01".repeat(32)}  01 Payslips/01 a.pdf\n${"ab".repeat(32)}  01 Payslips/02 b.pdf\n`,
  );
});

test("an unverified file has the hash of its content, and the sender's in a comment", () => {
  const files = [storedFile({ id: "f1", name: "a.pdf" }), storedFile({ id: "f2", name: "b.pdf" })];
  const archive = toArchive({ items: [item({ files })] }, new Map([["f2", "cd".repeat(32)]]));
  expect(toHashList(archive)).toBe(
    [
      `${"ab".repeat(32)}  01 Payslips/01 a.pdf`,
      `# Could not be verified. The sender’s SHA-256 was ${"ab".repeat(32)}`,
      `${"cd".repeat(32)}  Could not be verified/01 Payslips/02 b.pdf\n`,
    ].join("\n"),
  );
});
