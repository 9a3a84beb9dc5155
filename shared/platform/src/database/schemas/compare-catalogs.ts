import type { Catalog } from "./read-catalog.ts";

/** Names of the two sides, as headings of a difference. */
export interface Sides {
  readonly left: string;
  readonly right: string;
}

/** Lines of a definition that are shown from each side. */
const maxLines = 8;

/**
 * One text per difference, ordered by kind and name: where the object is missing, or the lines that differ.
 *
 * @returns nothing if the catalogs are equal.
 */
export function compareCatalogs(left: Catalog, right: Catalog, sides: Sides): string[] {
  const names = [...new Set([...left.keys(), ...right.keys()])].sort();
  return names.flatMap((name) => {
    const [before, after] = [left.get(name), right.get(name)];
    if (before === after) return [];
    if (after === undefined) return [`${name}\n  only in ${sides.left}`];
    if (before === undefined) return [`${name}\n  only in ${sides.right}`];
    const [removed, added] = differingLines(before.split("\n"), after.split("\n"));
    return [`${name}\n${shown(sides.left, removed)}\n${shown(sides.right, added)}`];
  });
}

/** The lines between those that both begin and end with. */
function differingLines(left: readonly string[], right: readonly string[]): [string[], string[]] {
  const shorter = Math.min(left.length, right.length);
  let start = 0;
  while (start < shorter && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < shorter - start && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  return [left.slice(start, left.length - end), right.slice(start, right.length - end)];
}

function shown(side: string, lines: readonly string[]): string {
  const first = lines.slice(0, maxLines).map((line) => `    ${line}`);
  const more = lines.length > maxLines ? [`    … ${lines.length - maxLines} more lines`] : [];
  return [`  ${side}:`, ...(lines.length === 0 ? ["    (nothing)"] : first), ...more].join("\n");
}
