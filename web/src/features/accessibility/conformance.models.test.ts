import { readFileSync } from "node:fs";
import { entryDocuments } from "@sheaf/contract/documents";
import { describe, expect, test } from "vitest";
import { clauses, criteria } from "./conformance.models.ts";
import { limits } from "./limits.models.ts";
import { documents, passes } from "./passes.models.ts";
import { recorded } from "./recorded.models.ts";
import { clauseTables, countedText, criteriaTables, webClauses } from "./tables.models.ts";

const repository = new URL("../../../../", import.meta.url);
const rows = [...criteria, ...webClauses, ...clauses];

/** WCAG 2.2 at levels A and AA, by guideline. */
const wcag = {
  A: "1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 4.1.2",
  AA: "1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 2.4.11 2.5.7 2.5.8 3.1.2 3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3",
};
const newIn22 = new Set(["2.4.11", "2.5.7", "2.5.8", "3.2.6", "3.3.7", "3.3.8"]);

/** Requirements of EN 301 549 V3.2.1, chapters 5, 11 from 11.5 on, and 12. */
const requirements = [
  "5.1.2.1",
  "5.1.2.2",
  ...range("5.1.3", 16),
  "5.1.4",
  "5.1.5",
  ...range("5.1.6", 2),
  "5.1.7",
  "5.2",
  "5.3",
  "5.4",
  ...range("5.5", 2),
  ...range("5.6", 2),
  "5.7",
  "5.8",
  "5.9",
  "11.5.1",
  ...range("11.5.2", 17),
  ...range("11.6", 2),
  "11.7",
  ...range("11.8", 5),
  ...range("12.1", 2),
  "12.2.2",
  "12.2.3",
  "12.2.4",
];

function range(start: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${start}.${index + 1}`);
}

test.each(Object.values(recorded))("$file has a test “$title”", ({ file, title }) => {
  expect(readFileSync(new URL(file, repository), "utf8")).toContain(JSON.stringify(title));
});

describe("the tables", () => {
  test.each(["A", "AA"] as const)("have every criterion of level %s once, and no other", (level) => {
    const numbers = criteria.filter((criterion) => criterion.level === level).map(({ num }) => num);
    expect(numbers).toEqual(wcag[level].split(" "));
  });

  test("have every requirement of EN 301 549 once, and no other", () => {
    const numbers = clauseTables.flatMap((table) => table.rows.map(({ num }) => num));
    const web = `${wcag.A} ${wcag.AA}`
      .split(" ")
      .filter((num) => !newIn22.has(num))
      .map((num) => `9.${num}`);
    expect(numbers.toSorted()).toEqual([...requirements, ...web, "9.4.1.1", "9.6"].toSorted());
  });

  test.each(rows)(
    "say $num $name only with what shows it, or with a reason",
    ({ status, evidence, remarks }) => {
      if (status === "supports") expect(evidence).not.toEqual([]);
      if (status === "not-evaluated" || status === "not-applicable") expect(evidence).toEqual([]);
      if (status !== "supports" && status !== "not-evaluated") expect(remarks).toBeDefined();
    },
  );

  test("use every recorded test", () => {
    const used = [
      ...rows.flatMap(({ evidence }) => evidence),
      ...passes.flatMap(({ recorded }) => Object.values(recorded).flat()),
    ];
    expect(new Set<string>(used)).toEqual(new Set(Object.keys(recorded)));
  });

  test("are counted in words", () => {
    expect(countedText(criteriaTables[0]?.rows.slice(0, 3) ?? [])).toBe(
      "Of 3 criteria, 1 is met in part and 2 don’t apply.",
    );
  });
});

test("the passes know every document", () => {
  expect(
    Object.keys(documents)
      .filter((name) => name.endsWith(".html"))
      .toSorted(),
  ).toEqual([...entryDocuments, "index.html"].toSorted());
});

test("there is a limit for each criterion that is met only in part", () => {
  const partly = criteria.filter(({ status }) => /^(partially|does-not)/.test(status)).map(({ num }) => num);
  expect(limits.flatMap((limit) => limit.criteria).toSorted()).toEqual(partly.toSorted());
});
