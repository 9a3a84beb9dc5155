import { describe, expect, test } from "vitest";
import type { StoredFile } from "../../data/files/file.models.ts";
import { bytesOf, filesOf, partName, toArchive, toParts } from "./archive.models.ts";
import { item, storedFile } from "../../data/items/item.fixtures.ts";

const paths = (titles: Record<string, Partial<StoredFile>[]>) =>
  filesOf(
    toArchive({
      title: "Tax return 2026",
      items: Object.entries(titles).map(([title, files]) =>
        item({ title, files: files.map((file, index) => storedFile({ id: `f${index}`, ...file })) }),
      ),
    }),
  ).map(({ path }) => path);

describe("where files lie in the archive", () => {
  test("a folder for each item, numbered as on the page, files numbered within", () => {
    expect(
      paths({
        "Identity document": [{ name: "passport.jpg" }],
        Payslips: [{ name: "payslip-january.pdf" }, { name: "payslip-february.pdf" }],
      }),
    ).toEqual([
      "01 Identity document/01 passport.jpg",
      "02 Payslips/01 payslip-january.pdf",
      "02 Payslips/02 payslip-february.pdf",
    ]);
  });

  test("an item for which nothing came keeps its number, so the others do not move", () => {
    expect(paths({ Missing: [], Payslips: [{ name: "a.pdf" }] })).toEqual(["02 Payslips/01 a.pdf"]);
  });

  test("a title cannot lead out of the archive", () => {
    expect(paths({ "../../.ssh": [{ name: "../authorized_keys" }] })).toEqual([
      "01 -..-.ssh/01 -authorized_keys",
    ]);
  });

  test("two files of one name lie side by side", () => {
    expect(paths({ Payslips: [{ name: "scan.pdf" }, { name: "SCAN.pdf" }] })).toEqual([
      "01 Payslips/01 scan.pdf",
      "01 Payslips/02 SCAN.pdf",
    ]);
  });

  test("two items of one title have a folder each", () => {
    const letter = item({ title: "Letter", files: [storedFile({ name: "a.pdf" })] });
    const items = [letter, letter];
    expect(filesOf(toArchive({ title: "x", items })).map(({ path }) => path)).toEqual([
      "01 Letter/01 a.pdf",
      "02 Letter/01 a.pdf",
    ]);
  });

  test("with a hundred items every number has three digits", () => {
    const items = Array.from({ length: 100 }, () =>
      item({ title: "Letter", files: [storedFile({ name: "a.pdf" })] }),
    );
    const all = filesOf(toArchive({ title: "x", items })).map(({ path }) => path);
    expect([all[0], all[99]]).toEqual(["001 Letter/01 a.pdf", "100 Letter/01 a.pdf"]);
  });

  test("the archive is named after the request, safely", () => {
    expect(toArchive({ title: "Tax: 2025/26", items: [] }).name).toBe("Tax- 2025-26");
  });
});

describe("parts for browsers that cannot write to disk", () => {
  const sizes = (...list: number[]) =>
    list.map((size) => ({ path: `01 Payslips/${size}.pdf`, file: storedFile({ size }) }));
  const shape = (parts: ReturnType<typeof toParts>) => parts.map((part) => part.map(({ file }) => file.size));

  test.each([
    ["all that fits is one part", [200, 200, 100], [[200, 200, 100]]],
    ["what does not fit begins the next", [300, 300, 100], [[300], [300, 100]]],
    ["a file larger than a part has its own", [100, 900, 100], [[100], [900], [100]]],
    ["a large first file leaves no empty part", [900, 100], [[900], [100]]],
    ["nothing is still one archive, for its index", [], [[]]],
  ])("%s", (_, list, expected) => {
    expect(shape(toParts(sizes(...list), 500))).toEqual(expected);
  });

  test("no file is lost or doubled", () => {
    const files = sizes(...Array.from({ length: 200 }, (_, index) => (index * 37) % 501));
    const parts = toParts(files, 500);
    expect(parts.flat()).toEqual(files);
    expect(parts.every((part) => part.length === 1 || bytesOf(part) <= 500)).toBe(true);
  });

  test("one part has the plain name, several say which of how many", () => {
    expect(partName("Tax", 0, 1)).toBe("Tax.zip");
    expect(partName("Tax", 1, 3)).toBe("Tax, part 2 of 3.zip");
  });
});
