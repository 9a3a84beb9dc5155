import { MigrationError } from "../migrations/migration-files.ts";
import type { ScriptStatement } from "../migrations/run-script.ts";

const created = /^create\s+(?:function|table|type|view|sequence|schema)\s+([\w.]+)/i;
const mentioned = /\b\w+\.\w+\b/g;
/** Bodies of functions and texts; nothing in them has to exist before, because bodies aren't checked. */
const quoted = /\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|--[^\n]*/g;

/**
 * Orders statements so that each one finds what it names. In the files a function stands below the table that it checks,
 * and a table above another one that it refers to. Statements that aren't needed earlier keep their place.
 *
 * First come schemas, types, functions and tables, then all others: indexes, triggers and policies are planned when they
 * are created, which needs the functions inside the ones that they name.
 *
 * @throws MigrationError if two statements need each other.
 */
export function creationOrder(statements: readonly ScriptStatement[]): ScriptStatement[] {
  const creators = new Map<string, ScriptStatement[]>();
  for (const statement of statements) {
    const name = created.exec(statement.text)?.[1];
    if (name !== undefined) creators.set(name, [...(creators.get(name) ?? []), statement]);
  }
  const ordered = new Set<ScriptStatement>();
  const open = new Set<ScriptStatement>();
  const add = (statement: ScriptStatement) => {
    if (ordered.has(statement)) return;
    if (open.has(statement)) {
      throw new MigrationError(`${statement.file}:${statement.line}: needs something that needs it.`);
    }
    open.add(statement);
    for (const needed of needs(statement, creators)) add(needed);
    open.delete(statement);
    ordered.add(statement);
  };
  const isDefinition = ({ text }: ScriptStatement) => created.test(text) || /^alter\s+default/i.test(text);
  for (const statement of statements.filter(isDefinition)) add(statement);
  for (const statement of statements) add(statement);
  return [...ordered];
}

function needs(
  statement: ScriptStatement,
  creators: ReadonlyMap<string, readonly ScriptStatement[]>,
): ScriptStatement[] {
  const names = new Set(statement.text.replaceAll(quoted, "").match(mentioned));
  const schemas = [...names].map((name) => name.slice(0, name.indexOf(".")));
  return [...new Set([...schemas, ...names])]
    .flatMap((name) => creators.get(name) ?? [])
    .filter((other) => other !== statement && !isOverload(statement, other));
}

/** Functions of one name don't need each other. */
const isOverload = (one: ScriptStatement, other: ScriptStatement): boolean =>
  created.exec(one.text)?.[1] === created.exec(other.text)?.[1];
