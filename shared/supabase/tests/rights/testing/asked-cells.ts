import { inject } from "vitest";

/**
 * The cells of a line of the matrix that this run asks about: all of them, or on a second engine the first with each answer.
 * Who belongs to which group is the same SQL there; whether that SQL does its work isn't.
 */
export function askedCells(cells: ReadonlyMap<string, string>): [who: string, answer: string][] {
  const all = [...cells];
  return inject("isRepeated")
    ? all.filter(([, answer], index) => all.findIndex(([, other]) => other === answer) === index)
    : all;
}
