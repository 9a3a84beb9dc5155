import type { ScriptStatement } from "../../migrations/run-script.ts";

/** Statements of `schemas/` that create an object, by kind and name as in a catalog. Functions have no arguments here. */
export type StatementsByObject = ReadonlyMap<string, readonly ScriptStatement[]>;

const patterns: readonly [kind: string, pattern: RegExp][] = [
  ["functions", /^create\s+(?:or\s+replace\s+)?function\s+(?<object>[\w.]+)/i],
  ["tables", /^create\s+table\s+(?<object>[\w.]+)/i],
  ["row security", /^alter\s+table\s+(?<object>[\w.]+)\s+enable\s+row/i],
  ["views", /^create\s+(?:or\s+replace\s+)?view\s+(?<object>[\w.]+)/i],
  ["types", /^create\s+type\s+(?<object>[\w.]+)/i],
  ["schemas", /^create\s+schema\s+(?<object>\w+)/i],
  ["indexes", /^create\s+(?:unique\s+)?index\s+(?<object>\w+)\s+on\s+(?<schema>\w+)\./i],
  ["policies", /^create\s+policy\s+(?<object>\w+)\s+on\s+(?<table>[\w.]+)/i],
  // In a `do` block where an older service lacks the table.
  ["triggers", /^(?:do\s.*?\s)?create\s+trigger\s+(?<object>\w+)\s.*?\son\s+(?<table>\w+\.\w+)/is],
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

function nameOf({ object, schema, table }: Partial<Record<string, string>>): string {
  return schema === undefined ? [object, table].filter(Boolean).join(" on ") : `${schema}.${object}`;
}
