import { expect, test } from "vitest";
import { compareCatalogs } from "./compare-catalogs.ts";

const sides = { left: "migrations/", right: "schemas/" };
const compare = (left: Record<string, string>, right: Record<string, string>) =>
  compareCatalogs(new Map(Object.entries(left)), new Map(Object.entries(right)), sides);

test("what is on one side only is named with its side, ordered by kind and name", () => {
  const same = { "tables: a": "kind r" };
  expect(compare({ ...same, "indexes: b": "" }, { ...same, "functions: c()": "" })).toEqual([
    "functions: c()\n  only in schemas/",
    "indexes: b\n  only in migrations/",
  ]);
});

test("of two definitions only the lines between the first and the last difference are shown", () => {
  const before = "begin\n  one;\n  two;\nend";
  expect(compare({ "functions: a()": before }, { "functions: a()": "begin\n  one;\nend" })).toEqual([
    "functions: a()\n  migrations/:\n      two;\n  schemas/:\n    (nothing)",
  ]);
});

test("a long difference is cut", () => {
  const long = Array.from({ length: 10 }, (_, index) => `line ${index}`).join("\n");
  const [difference] = compare({ "functions: a()": "" }, { "functions: a()": long });
  expect(difference).toContain("line 7\n    … 2 more lines");
  expect(difference).not.toContain("line 8");
});
