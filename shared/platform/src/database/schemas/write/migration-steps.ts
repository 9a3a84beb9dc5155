import type { ScriptStatement } from "../../migrations/run-script.ts";
import { creationOrder } from "../creation-order.ts";
import { columnSteps } from "./column-steps.ts";
import { commentSteps, grantSteps, rowSteps, targetSteps } from "./detail-steps.ts";
import { type Comparison, difference, type Difference, type Step } from "./differences.ts";
import { statementsByObject } from "./statements-by-object.ts";

/** Objects that are dropped and created again, in the order in which they can be dropped. */
const replaced = new Map([
  ["policies", "policy"],
  ["triggers", "trigger"],
  ["constraints", "constraint"],
  ["indexes", "index"],
  ["views", "view"],
  ["functions", "function"],
]);

/** Kinds that belong to an object and are dropped with it. */
const details = new Map<string, (each: Difference, of: Comparison) => Step[]>([
  ["rows", rowSteps],
  ["comments", commentSteps],
  ["grants", grantSteps],
  ["statistics targets", targetSteps],
]);

/**
 * Steps from what the migrations lead to, to `schemas/`: first what goes, then what is new or changed in the order in
 * which it can be created, then rows, foreign keys that may need them, comments, grants and statistics targets. What
 * isn't known here remains as a difference.
 *
 * @param statements all of `schemas/`.
 * @param widened names of checks that no stored row can break.
 */
export function migrationSteps(
  comparison: Comparison,
  statements: readonly ScriptStatement[],
  widened: ReadonlySet<string>,
): Step[] {
  const { before, after, differences } = comparison;
  const of = (kind: string) => differences.filter((each) => each.kind === kind);
  const isReference = ({ after: next }: Difference) => next?.startsWith("FOREIGN KEY") ?? false;
  const dropped = [...replaced.keys()].flatMap(of).filter((each) => isDropped(each, comparison));
  const byObject = statementsByObject(statements);
  const added = new Map<ScriptStatement, Step[]>();
  const at = (key: string, steps: (statement: ScriptStatement) => Step[]) => {
    for (const each of byObject.get(key) ?? []) added.set(each, [...(added.get(each) ?? []), ...steps(each)]);
  };
  for (const { kind, name, after: next } of differences) {
    const key = `${kind === "views" ? "tables" : kind}: ${kind === "functions" ? name.split("(")[0] : name}`;
    const isChangedTable = kind === "tables" && before.has(key);
    if (next !== undefined && !isChangedTable) at(key, ({ text }) => [{ sql: `${orReplace(text)};` }]);
  }
  const references: Difference[] = [];
  // In this order: a check can be about a new column.
  for (const kind of ["columns", "constraints", "tables"]) {
    for (const each of of(kind)) {
      const table = `tables: ${tableOf(each)}`;
      const isOnBothSides = before.has(table) && after.has(table);
      if (isReference(each) && isOnBothSides) references.push(each);
      else if (isOnBothSides || kind === "tables") at(table, () => tableSteps(each, widened));
    }
  }
  const lost = of("tables").filter((each) => each.after === undefined);
  const more = detailsOf(comparison, new Set(dropped.map(describe)));
  const toSteps = (each: Difference) => details.get(each.kind)?.(each, comparison) ?? [];
  return [
    ...dropped.map((each) => ({ sql: dropOf(each) })),
    ...creationOrder(statements).flatMap((statement) => added.get(statement) ?? []),
    ...lost.map(({ name }) => ({ sql: `drop table ${name};`, byHand: `${name} is dropped with its rows.` })),
    ...more.filter(({ kind }) => kind === "rows").flatMap(toSteps),
    ...references.flatMap((each) => tableSteps(each, widened)),
    ...more.filter(({ kind }) => kind !== "rows").flatMap(toSteps),
  ];
}

const orReplace = (text: string): string => text.replace(/^create\s+function/i, "create or replace function");

function isDropped(
  { kind, name, before, after }: Difference,
  { before: catalog, after: next }: Comparison,
): boolean {
  // Arguments and result, which `create or replace` can't change.
  const header = (text?: string) => text?.split("\n LANGUAGE")[0];
  if (before === undefined) return false;
  if (kind === "functions") return header(before) !== header(after);
  if (kind === "constraints") return next.has(`tables: ${name.split(" on ")[1]}`);
  const [schema, own] = name.split(".");
  // The index of a key goes and comes with its constraint.
  return (
    kind !== "indexes" ||
    ![...catalog.keys()].some((key) => key.startsWith(`constraints: ${own} on ${schema}.`))
  );
}

function dropOf({ kind, name }: Difference): string {
  const [own, table] = name.split(" on ");
  if (kind === "constraints") return `alter table ${table} drop constraint ${own};`;
  return `drop ${replaced.get(kind)} ${name};`;
}

/** As a catalog names an object in comments and grants. */
const describe = ({ kind, name }: Difference): string =>
  `${replaced.get(kind)} ${name.replace(" on ", " on table ")}`;

function tableOf({ kind, name }: Difference): string {
  if (kind === "constraints") return name.split(" on ")[1] ?? "";
  return kind === "columns" ? name.slice(0, name.lastIndexOf(".")) : name;
}

/** Changes of a table that stays, and the row-level security of a new one. */
function tableSteps(each: Difference, widened: ReadonlySet<string>): Step[] {
  const { kind, name, before = "", after = "" } = each;
  if (kind === "columns") return columnSteps(each);
  if (kind === "tables") {
    const [was, is] = [before, after].map((text) => text.includes("row-level security"));
    return was === is
      ? []
      : [{ sql: `alter table ${name} ${is ? "enable" : "disable"} row level security;` }];
  }
  if (after === "") return [];
  const sql = `alter table ${tableOf(each)} add constraint ${name.split(" on ")[0]} ${after};`;
  if (!after.startsWith("CHECK") || widened.has(name)) return [{ sql }];
  return [{ sql, byHand: `Rows may break the check ${name}: say what becomes of them.` }];
}

/** Also those of objects that are dropped and created again. */
function detailsOf(comparison: Comparison, dropped: ReadonlySet<string>): Difference[] {
  const isLost = ({ name }: Difference) =>
    dropped.has(name.replace(/ to \S+$/, "")) || dropped.has(`index ${name.split(", ")[0]}`);
  const again = [...comparison.after].map(([key, after]) => difference(key, undefined, after)).filter(isLost);
  const all = [...comparison.differences.filter((each) => !isLost(each)), ...again];
  return [...details.keys()].flatMap((kind) => all.filter((each) => each.kind === kind));
}
