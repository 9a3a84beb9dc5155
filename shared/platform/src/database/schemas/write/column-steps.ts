import type { Difference, Step } from "./differences.ts";

/** A catalog's definition of a column. */
const definition =
  /^(?<type>.+?)(?<required> not null)?(?<filled> generated .+)?(?: default (?<value>.+))?$/s;

export const parseColumn = (text = ""): Partial<Record<"type" | "required" | "filled" | "value", string>> =>
  definition.exec(text)?.groups ?? {};

/** Adds, changes or drops a column of a table that both sides have. */
export function columnSteps({ name, before, after }: Difference): Step[] {
  const [, table = "", own = ""] = /^(.+)\.(.+)$/.exec(name) ?? [];
  const alter = (change: string) => `alter table ${table} ${change};`;
  if (after === undefined) {
    return [{ sql: alter(`drop column ${own}`), byHand: `${name} is dropped with what it holds.` }];
  }
  const next = parseColumn(after);
  if (before === undefined) {
    const sql = alter(`add column ${own} ${after}`);
    if (next.required === undefined || (next.value ?? next.filled) !== undefined) return [{ sql }];
    return [{ sql, byHand: `${name} is new and not null without a default: existing rows need a value.` }];
  }
  const last = parseColumn(before);
  const steps: Step[] = [];
  const change = (sql: string, byHand?: string) =>
    steps.push({ sql: alter(`alter column ${own} ${sql}`), ...(byHand && { byHand }) });
  if (last.type !== next.type) change(`type ${next.type}`, `${name} changes its type.`);
  if (last.value !== next.value) change(next.value ? `set default ${next.value}` : "drop default");
  if (last.required && !next.required) change("drop not null");
  if (!last.required && next.required)
    change("set not null", `${name} becomes not null: each row needs a value.`);
  return steps;
}
