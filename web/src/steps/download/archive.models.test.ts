import { describe, expect, test } from "vitest";
import type { StoredFile } from "../../data/files/file.models.ts";
import { archiveName, bytesOf, filesOf, partName, toArchive, toParts } from "./archive.models.ts";
import { item, storedFile } from "../../data/items/item.fixtures.ts";

const paths = (titles: Record<string, Partial<StoredFile>[]>) =>
  filesOf(
    toArchive({
      items: Object.entries(titles).map(([title, files]) =>
        item({ title, files: files.map((file, index) => storedFile({ id: `f${index}`, ...file })) }),
      ),
    }),
  ).map(({ path }) => path);

describe("paths in the archive", () => {
  test("number the folders as on the page and the files within them", () => {
    expect(
      paths({
        "Identity document": [{ name: "passport.jpg", mime: "image/jpeg" }],
        Payslips: [{ name: "payslip-january.pdf" }, { name: "payslip-february.pdf" }],
      }),
    ).toEqual([
      "01 Identity document/01 passport.jpg",
      "02 Payslips/01 payslip-january.pdf",
      "02 Payslips/02 payslip-february.pdf",
    ]);
  });

  test("skip the number of an item without files", () => {
    expect(paths({ Missing: [], Payslips: [{ name: "a.pdf" }] })).toEqual(["02 Payslips/01 a.pdf"]);
  });

  test("can't leave the archive because of a title", () => {
    expect(paths({ "../../.ssh": [{ name: "../authorized_keys" }] })).toEqual([
      "01 -..-.ssh/01 -authorized_keys.pdf",
    ]);
  });

  test("are inert for files that Windows would run, and say so", () => {
    const files = [storedFile({ name: "scan.pdf.LNK " }), storedFile({ name: "scan.pdf" })];
    const archive = toArchive({ items: [item({ title: "Payslips", files })] });
    expect(filesOf(archive)).toMatchObject([
      { path: "01 Payslips/01 scan.pdf.LNK.blocked", isBlocked: true },
      { path: "01 Payslips/02 scan.pdf", isBlocked: false },
    ]);
  });

  test("leave out a file that is set aside, and the others keep their numbers", () => {
    expect(
      paths({ Payslips: [{ name: "a.pdf" }, { name: "b.pdf", isSetAside: true }, { name: "c.pdf" }] }),
    ).toEqual(["01 Payslips/01 a.pdf", "01 Payslips/03 c.pdf"]);
  });

  test("put a returned file in a separate folder, and one that can't be verified first of all", () => {
    const files = [
      storedFile({ id: "f1", name: "a.pdf", verdict: "accepted" }),
      storedFile({ id: "f2", name: "b.pdf", verdict: "returned", verdictReason: "Too dark." }),
      storedFile({ id: "f3", name: "c.pdf", verdict: "returned", verdictReason: "Too dark." }),
    ];
    const archive = toArchive({ items: [item({ title: "Payslips", files })] }, new Map([["f3", "cd"]]));
    expect(filesOf(archive).map(({ path }) => path)).toEqual([
      "01 Payslips/01 a.pdf",
      "Returned/01 Payslips/02 b.pdf",
      "Could not be verified/Returned/01 Payslips/03 c.pdf",
    ]);
  });

  test("are distinct for two files of the same name", () => {
    expect(paths({ Payslips: [{ name: "scan.pdf" }, { name: "SCAN.pdf" }] })).toEqual([
      "01 Payslips/01 scan.pdf",
      "01 Payslips/02 SCAN.pdf",
    ]);
  });

  test("are distinct for two items with the same title", () => {
    const letter = item({ title: "Letter", files: [storedFile({ name: "a.pdf" })] });
    const items = [letter, letter];
    expect(filesOf(toArchive({ items })).map(({ path }) => path)).toEqual([
      "01 Letter/01 a.pdf",
      "02 Letter/01 a.pdf",
    ]);
  });

  test("have three-digit numbers with a hundred items", () => {
    const items = Array.from({ length: 100 }, () =>
      item({ title: "Letter", files: [storedFile({ name: "a.pdf" })] }),
    );
    const all = filesOf(toArchive({ items })).map(({ path }) => path);
    expect([all[0], all[99]]).toEqual(["001 Letter/01 a.pdf", "100 Letter/01 a.pdf"]);
  });

  test("include a safe archive name made from the request's title", () => {
    expect(archiveName({ title: "Tax: 2025/26" })).toBe("Tax- 2025-26");
  });
});

describe("parts for browsers that can't stream to disk", () => {
  const sizes = (...list: number[]) =>
    list.map((size) => ({ path: `01 Payslips/${size}.pdf`, isBlocked: false, file: storedFile({ size }) }));
  const shape = (parts: ReturnType<typeof toParts>) => parts.map((part) => part.map(({ file }) => file.size));

  test.each([
    ["fit into one part up to the limit", [200, 200, 100], [[200, 200, 100]]],
    ["start a new part over the limit", [300, 300, 100], [[300], [300, 100]]],
    ["give a file over the limit its own part", [100, 900, 100], [[100], [900], [100]]],
    ["leave no empty part before a large first file", [900, 100], [[900], [100]]],
    ["include one for the index if there are no files", [], [[]]],
  ])("%s", (_, list, expected) => {
    expect(shape(toParts(sizes(...list), 500))).toEqual(expected);
  });

  test("contain every file exactly once", () => {
    const files = sizes(...Array.from({ length: 200 }, (_, index) => (index * 37) % 501));
    const parts = toParts(files, 500);
    expect(parts.flat()).toEqual(files);
    expect(parts.every((part) => part.length === 1 || bytesOf(part) <= 500)).toBe(true);
  });

  test("are numbered in their names if there are several", () => {
    expect(partName("Tax", 0, 1)).toBe("Tax.zip");
    expect(partName("Tax", 1, 3)).toBe("Tax, part 2 of 3.zip");
  });
});
