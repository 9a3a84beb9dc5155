import { describe, expect, test } from "vitest";
import { item, storedFile } from "../../data/items/item.fixtures.ts";
import { archiveName, partName } from "./archive.models.ts";
import { filesIn } from "./bundle.models.ts";
import { toIndexCsv } from "./index-csv.models.ts";
import { toRecordEntries } from "./records.models.ts";
import { bundleOf, nobody } from "./download.fixtures.ts";

const requestOf = (title: string, file: string) => ({
  title,
  items: [item({ title: "Payslips", files: [storedFile({ id: file, name: `${file}.pdf` })] })],
});
const paths = (bundle: ReturnType<typeof bundleOf>) => filesIn(bundle).map(({ path }) => path);

describe("a zip", () => {
  test("of one request has its items at the top", () => {
    expect(paths(bundleOf([requestOf("Tax return", "a")]))).toEqual(["01 Payslips/01 a.pdf"]);
  });

  test("of several requests has a numbered folder for each, also for equal and unsafe titles", () => {
    const requests = [requestOf("Tax return", "a"), requestOf("Tax return", "b"), requestOf("../..", "c")];
    expect(paths(bundleOf(requests))).toEqual([
      "01 Tax return/01 Payslips/01 a.pdf",
      "02 Tax return/01 Payslips/01 b.pdf",
      "03 request/01 Payslips/01 c.pdf",
    ]);
  });

  test("has unverified files in their own folder inside their request's", () => {
    const bundle = bundleOf([requestOf("One", "a"), requestOf("Two", "b")], new Map([["b", "0".repeat(64)]]));
    expect(paths(bundle)).toEqual([
      "01 One/01 Payslips/01 a.pdf",
      "02 Two/Could not be verified/01 Payslips/01 b.pdf",
    ]);
  });
});

describe("a zip of requests, items and files with the longest names", () => {
  const title = (word: string) =>
    `${word} ${"Einkommensteuererklärung und Jahresabschluss, ".repeat(4)}`.slice(0, 160);
  const fileName = "Kontoauszug der Sparkasse Musterstadt ".repeat(7).slice(0, 251);
  const longItem = (word: string) =>
    item({
      title: title(word),
      files: [
        storedFile({ id: "a", name: `${fileName}.pdf` }),
        storedFile({ id: "b", name: `${fileName}.PDF`, verdict: "returned", verdictReason: "Too dark." }),
        storedFile({ id: "c", name: `${fileName}.lnk`, verdict: "returned", verdictReason: "Too dark." }),
        storedFile({ id: "d", name: `${"報告書".repeat(80)}.pdf` }),
      ],
    });
  const request = (word: string) => ({ title: title(word), items: [longItem("Item"), longItem("ITEM")] });
  const unverified = new Map([
    ["b", "0".repeat(64)],
    ["c", "0".repeat(64)],
  ]);
  const downloads = "C:\\Users\\abcdefghijklmnopqrst\\Downloads\\Clients in 2026 A-K\\".padEnd(60, "x");

  test.each([1, 3, 100])("can be unpacked on Windows if it has %i", (count) => {
    const requests = Array.from({ length: count }, () => request("Request"));
    const bundle = bundleOf(requests, unverified);
    const email = `${"a".repeat(64)}@${"b".repeat(180)}.example`;
    const receipt = { email, document: {} as never };
    const receipts = toRecordEntries({ history: [], receipts: [receipt, receipt] });
    const inZip = bundle.flatMap(({ folder }) => receipts.map(({ name }) => folder + name));
    const all = [...paths(bundle), ...inZip];
    const unzipped = partName(archiveName(request("Request")), 9, 12).replace(/\.zip$/u, "");
    const longest = Math.max(...all.map((path) => `${downloads}${unzipped}\\${path}`.length));
    expect(longest).toBeLessThanOrEqual(259);
    expect(longest).toBeGreaterThan(240);
    expect(new Set(all.map((path) => path.toLowerCase())).size).toBe(all.length);
    // What a file is and what happened to it can still be read from its path.
    for (const path of paths(bundle)) expect(path).toMatch(/\/\d\d [^/]{8,}\.(?:pdf|lnk\.blocked)$/iu);
  });

  test("has the original names in its index", () => {
    const [packed] = bundleOf([request("Request")], unverified);
    if (!packed) throw new Error("no request in the zip");
    expect(toIndexCsv(packed.archive, nobody)).toContain(`"${fileName}.lnk"`);
  });
});
