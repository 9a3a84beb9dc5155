import type { ScriptStatement } from "../../migrations/run-script.ts";

/** Statements of `schemas/` that create an object, by kind and name as in a catalog. Functions have no arguments here. */
export type StatementsByObject = ReadonlyMap<string, readonly ScriptStatement[]>;

const patterns: readonly [kind: string, pattern: RegExp][] = [
  ["functions", /^create\s+(?:or\s+replace\s+)?function\s+(?<object>[\w.]+)/i],
  ["tables", /^create\s+(?:table|(?:or\s+replace\s+)?view)\s+(?<object>[\w.]+)/i],
  ["types", /^create\s+type\s+(?<object>[\w.]+)/i],
  ["schemas", /^create\s+schema\s+(?<object>\w+)/i],
  ["indexes", /^create\s+(?:unique\s+)?index\s+(?<object>\w+)\s+on\s+(?<schema>\w+)\./i],
  ["policies", /^create\s+policy\s+(?<object>\w+)\s+on\s+(?<table>[\w.]+)/i],
  // In a `do` block where an older service lacks the table.
  ["triggers", /^(?:do\s.*?\s)?create\s+trigger\s+(?<object>\w+)\s.*?\son\s+(?<table>\w+\.\w+)/is],
  [
    "role settings",
    /^do\b.*?alter\s+role\s+(?<role>\w+)\s+(?<database>in\s+database\s+%I\s+)?set\s+(?<object>[\w.]+)/is,
  ],
];

export function statementsByObject(statements: readonly ScriptStatement[]): StatementsByObject {
  const found = new Map<string, ScriptStatement[]>();
  for (const statement of statements) {
    for (const [kind, pattern] of patterns) {
      const groups = pattern.exec(statement.text)?.groups;
      if (groups === undefined) continue;
      const key = `${kind}: ${nameOf(groups)}`;
      found.set(key, [...(found.get(key) ?? []), statement]);
    }
  }
  return found;
}

function nameOf({ object, schema, table, role, database }: Partial<Record<string, string>>): string {
  if (schema !== undefined) return `${schema}.${object}`;
  if (table !== undefined) return `${object} on ${table}`;
  if (role === undefined) return object ?? "";
  return `${object} of ${role} in ${database === undefined ? "every database" : "this database"}`;
}
