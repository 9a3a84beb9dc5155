import { describe, expect, test } from "vitest";
import { item, storedFile } from "../../data/items/item.fixtures.ts";
import { filesIn } from "./bundle.models.ts";
import { bundleOf } from "./download.fixtures.ts";

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
