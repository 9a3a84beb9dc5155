import { formatCount } from "../../lib/format-count.ts";
import { type Clause, clauses, criteria, type Criterion } from "./conformance.models.ts";
import type { Row, Status } from "./rows.models.ts";

/** Chapter 9 of EN 301 549 repeats the criteria of WCAG 2.1 under numbers of its own. */
export const webClauses: readonly Clause[] = criteria
  .filter(({ since }) => since === undefined)
  .map(({ num, name, status, evidence }) => ({
    chapter: 9,
    num: `9.${num}`,
    name,
    status,
    remarks: `See ${num} of WCAG.`,
    evidence,
  }));

interface Table<Of extends Row> {
  /** Id of its heading, and of the chapter in OpenACR. */
  id: string;
  title: string;
  rows: readonly Of[];
  /** Word for one row, and for several. */
  of: readonly [one: string, many: string];
}

export const criteriaTables: readonly Table<Criterion>[] = (["A", "AA"] as const).map((level) => ({
  id: `success_criteria_level_${level.toLowerCase()}`,
  title: `WCAG 2.2, level ${level}`,
  rows: criteria.filter((criterion) => criterion.level === level),
  of: ["criterion", "criteria"],
}));

const chapters = [
  [5, "generic_requirements", "generic requirements"],
  [9, "web", "web"],
  [11, "software", "software"],
  [12, "documentation_and_support_services", "documentation and support services"],
] as const;

export const clauseTables: readonly Table<Clause>[] = chapters.map(([chapter, id, title]) => ({
  id: `en_301_549_${id}`,
  title: `EN 301 549, chapter ${chapter}: ${title}`,
  rows: [...webClauses, ...clauses].filter((clause) => clause.chapter === chapter).toSorted(byNumber),
  of: ["requirement", "requirements"],
}));

function byNumber(a: Row, b: Row): number {
  return a.num.localeCompare(b.num, "en", { numeric: true });
}

const counted: readonly (readonly [Status, one: string, many: string])[] = [
  ["supports", "is met", "are met"],
  ["partially-supports", "is met in part", "are met in part"],
  ["does-not-support", "isn’t met", "aren’t met"],
  ["not-applicable", "doesn’t apply", "don’t apply"],
  ["not-evaluated", "wasn’t evaluated", "weren’t evaluated"],
];

/** "Of 55 criteria, 30 are met, 7 are met in part, …" */
export function countedText(
  rows: readonly Row[],
  [one, many]: readonly [one: string, many: string] = ["criterion", "criteria"],
): string {
  const parts = counted.flatMap(([status, isOne, areMany]) => {
    const count = rows.filter((row) => row.status === status).length;
    return count === 0 ? [] : [formatCount(count, isOne, areMany)];
  });
  const list = new Intl.ListFormat("en", { type: "conjunction" }).format(parts);
  return `Of ${formatCount(rows.length, one, many)}, ${list}.`;
}
