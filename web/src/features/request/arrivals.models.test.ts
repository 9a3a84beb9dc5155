import { expect, test } from "vitest";
import { item, storedFile } from "../../data/items/item.fixtures.ts";
import { arrivalText, filesIn } from "./arrivals.models.ts";

const before = [item({ files: [storedFile({ id: "f1" })] })];

test("an arriving file is announced with its item", () => {
  const after = [item({ files: [storedFile({ id: "f1" }), storedFile({ id: "f2", name: "march.pdf" })] })];
  expect(arrivalText(after, filesIn(before))).toBe("march.pdf was added to Payslips");
});

test("several arriving files are counted", () => {
  const after = [item({ files: ["f1", "f2", "f3"].map((id) => storedFile({ id })) })];
  expect(arrivalText(after, filesIn(before))).toBe("2 files were added");
});

test("removed files are not announced", () => {
  expect(arrivalText(before, filesIn(before))).toBe("");
  expect(arrivalText([item()], filesIn(before))).toBe("");
});
