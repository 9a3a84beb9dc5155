import type { Comparison, Difference, Step } from "./differences.ts";

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A catalog describes `column a of table s.t` and `policy p on table s.t`; statements name `column s.t.a`, `policy p on s.t`. */
const asTarget = (description: string): string =>
  description
    .replace(/^column (\S+) of (?:table|view) (\S+)$/, "column $2.$1")
    .replace(/^composite type /, "type ")
    .replace(/ on table /, " on ");

/** Nothing is left to change on an object that is gone. */
function exists({ after }: Comparison, description: string): boolean {
  const [kind, ...rest] = asTarget(description).split(" ");
  if (kind !== "column" && kind !== "schema") return after.has(`objects: ${description}`);
  return after.has(`${kind}s: ${rest.join(" ")}`);
}

export function commentSteps({ name, after }: Difference, comparison: Comparison): Step[] {
  if (after === undefined && !exists(comparison, name)) return [];
  return [{ sql: `comment on ${asTarget(name)} is ${after === undefined ? "null" : quoted(after)};` }];
}

/** Grants and revokes. The owner's privileges come with the object. */
export function grantSteps({ name, before, after }: Difference, comparison: Comparison): Step[] {
  const [, described = "", role = ""] = /^(.*) to (\S+)$/s.exec(name) ?? [];
  if (role === "postgres" || !exists(comparison, described)) return [];
  const column = /^column (\S+) of (?:table|view) (\S+)$/.exec(described);
  const target = column?.[2] ?? asTarget(described).replace(/^view /, "");
  const [had, has] = [before, after].map((text) => text?.split(", ") ?? []) as [string[], string[]];
  const list = (some: readonly string[], others: readonly string[]) =>
    some
      .filter((privilege) => !others.includes(privilege))
      .map((privilege) => (column ? `${privilege} (${column[1]})` : privilege))
      .join(", ");
  const [lost, gained] = [list(had, has), list(has, had)];
  return [
    ...(lost ? [{ sql: `revoke ${lost} on ${target} from ${role};` }] : []),
    ...(gained ? [{ sql: `grant ${gained} on ${target} to ${role};` }] : []),
  ];
}

/** Inserts, updates or deletes a row that is a rule; its key is `name` or `id`. */
export function rowSteps({ name, before, after }: Difference, { after: catalog }: Comparison): Step[] {
  const [table] = name.split(" ");
  if (!catalog.has(`tables: ${table}`)) return [];
  const [old, next] = [before, after].map((text = "{}") => JSON.parse(text)) as [Row, Row];
  const key = "name" in old ? "name" : "id";
  const where = `where ${key} = ${quoted(String(old[key]))}`;
  if (after === undefined)
    return [{ sql: `delete from ${table} ${where};`, byHand: `${name}: the row is deleted.` }];
  const isChanged = ([column, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(old[column]);
  const changed = Object.fromEntries(Object.entries(next).filter(isChanged));
  const columns = Object.keys(changed).join(", ");
  if (columns === "") return [];
  const values = `select ${columns} from jsonb_populate_record(null::${table}, ${quoted(JSON.stringify(changed))})`;
  if (before === undefined) return [{ sql: `insert into ${table} (${columns}) ${values};` }];
  return [{ sql: `update ${table} set (${columns}) = (${values}) ${where};` }];
}

type Row = Readonly<Record<string, unknown>>;
