import type { Catalog } from "../read-catalog.ts";

/** An entry of a catalog that the migrations and `schemas/` don't share; undefined on the side that lacks it. */
export interface Difference {
  readonly kind: string;
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface Comparison {
  /** As the migrations lead to it. */
  readonly before: Catalog;
  /** As `schemas/` creates it. */
  readonly after: Catalog;
  readonly differences: readonly Difference[];
}

/** A statement of a migration. */
export interface Step {
  readonly sql: string;
  /** The decision that a person has to make first, because data could be lost. */
  readonly byHand?: string;
}

export function compare(before: Catalog, after: Catalog): Comparison {
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort();
  const all = keys.map((key) => difference(key, before.get(key), after.get(key)));
  return { before, after, differences: all.filter((each) => each.before !== each.after) };
}

export function difference(key: string, before: string | undefined, after: string | undefined): Difference {
  const [, kind = "", name = ""] = /^(.+?): (.+)$/s.exec(key) ?? [];
  return { kind, name, before, after };
}
