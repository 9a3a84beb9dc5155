import type { ScriptStatement } from "../../migrations/run-script.ts";
import { creationOrder } from "../creation-order.ts";
import { columnSteps } from "./column-steps.ts";
import { commentSteps, grantSteps, rowSteps } from "./detail-steps.ts";
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
]);

/** Kinds without an object of their own, by what their statements say. All of these are run again. */
const settings = new Map([
  ["role settings", /^(?:do\b.*\b)?alter\s+role\s/is],
  ["statistics targets", /^(?:alter|do)\b.*\bset\s+statistics\s/is],
]);

/**
 * Steps from what the migrations lead to, to `schemas/`: first what goes, then what is new or changed in the order in
 * which it can be created, then rows, foreign keys that may need them, comments, grants and
 * settings. What isn't known here remains as a difference.
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
  const dropped = [...replaced.keys()].flatMap(of).filter((each) => isDropped(each, comparison));
  const byObject = statementsByObject(statements);
  const added = new Map<ScriptStatement, Step[]>();
  const at = (key: string, steps: (statement: ScriptStatement) => Step[]) => {
    for (const each of byObject.get(key) ?? []) added.set(each, [...(added.get(each) ?? []), ...steps(each)]);
  };
  for (const { kind, name, after: next } of differences) {
    const key = `${kind}: ${kind === "functions" ? name.split("(")[0] : name}`;
    if (next === undefined) continue;
    if (kind !== "tables" || !before.has(key)) at(key, ({ text }) => [{ sql: `${orReplace(text)};` }]);
    if (kind === "tables") at(`row security: ${name}`, ({ text }) => [{ sql: `${text};` }]);
  }
  const references: Difference[] = [];
  // In this order: a check can be about a new column.
  for (const each of [...of("columns"), ...of("constraints")]) {
    const table = `tables: ${tableOf(each)}`;
    if (!before.has(table) || !after.has(table)) continue;
    if (each.after?.startsWith("FOREIGN KEY")) references.push(each);
    else at(table, () => tableSteps(each, widened));
  }
  const lost = of("tables").filter((each) => each.after === undefined);
  const more = detailsOf(comparison, new Set(dropped.map(describe)));
  // The target of an index is gone with it.
  const isSet = (kind: string) =>
    of(kind).length > 0 || (kind === "statistics targets" && dropped.some((each) => each.kind === "indexes"));
  const again = [...settings].filter(([kind]) => isSet(kind)).map(([, pattern]) => pattern);
  const toSteps = (each: Difference) => details.get(each.kind)?.(each, comparison) ?? [];
  return [
    ...dropped.map((each) => ({ sql: dropOf(each) })),
    ...creationOrder(statements).flatMap((statement) => added.get(statement) ?? []),
    ...lost.map(({ name }) => ({ sql: `drop table ${name};`, byHand: `${name} is dropped with its rows.` })),
    ...more.filter(({ kind }) => kind === "rows").flatMap(toSteps),
    ...references.flatMap((each) => tableSteps(each, widened)),
    ...more.filter(({ kind }) => kind !== "rows").flatMap(toSteps),
    ...statements.flatMap(({ text }) => (again.some((each) => each.test(text)) ? [{ sql: `${text};` }] : [])),
  ];
}

const orReplace = (text: string): string => text.replace(/^create\s+function/i, "create or replace function");

function isDropped({ kind, name, before, after }: Difference, catalogs: Comparison): boolean {
  // Arguments and result, which `create or replace` can't change.
  const header = (text?: string) => text?.split("\n LANGUAGE")[0];
  if (before === undefined) return false;
  if (kind === "functions") return header(before) !== header(after);
  if (kind === "constraints") return catalogs.after.has(`tables: ${name.split(" on ")[1]}`);
  if (kind !== "indexes") return true;
  const [, own, table] = /INDEX (\S+) ON (\S+)/.exec(before) ?? [];
  // The index of a key goes and comes with its constraint.
  return !catalogs.before.has(`constraints: ${own} on ${table}`);
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

/** Changes of a table that stays. */
function tableSteps(each: Difference, widened: ReadonlySet<string>): Step[] {
  const { kind, name, after = "" } = each;
  if (kind === "columns") return columnSteps(each);
  if (after === "") return [];
  const sql = `alter table ${tableOf(each)} add constraint ${name.split(" on ")[0]} ${after};`;
  if (!after.startsWith("CHECK") || widened.has(name)) return [{ sql }];
  return [{ sql, byHand: `Rows may break the check ${name}: say what becomes of them.` }];
}

/** Also those of objects that are dropped and created again. */
function detailsOf(comparison: Comparison, dropped: ReadonlySet<string>): Difference[] {
  const isLost = ({ name }: Difference) => dropped.has(name.replace(/ to \S+$/, ""));
  const again = [...comparison.after].map(([key, after]) => difference(key, undefined, after)).filter(isLost);
  const all = [...comparison.differences.filter((each) => !isLost(each)), ...again];
  return [...details.keys()].flatMap((kind) => all.filter((each) => each.kind === kind));
}
