import { expect, test } from "vitest";
import { item, storedFile } from "../../data/items/item.fixtures.ts";
import { toArchive } from "./archive.models.ts";
import { toHashList } from "./hash-list.models.ts";

test("the list has the format of sha256sum", () => {
  const files = [storedFile({ name: "a.pdf", sha256: "01".repeat(32) }), storedFile({ name: "b.pdf" })];
  expect(toHashList(toArchive({ title: "x", items: [item({ files })] }))).toBe(
    `${"01".repeat(32)}  01 Payslips/01 a.pdf\n${"ab".repeat(32)}  01 Payslips/02 b.pdf\n`,
  );
});
