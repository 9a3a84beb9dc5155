import { inject } from "vitest";

/**
 * The cells of a matrix row to test: all of them, or on the second engine the first of each expected answer. People of one
 * group pass through the same SQL, so one of them shows whether that SQL works on the engine.
 */
export function askedCells(cells: ReadonlyMap<string, string>): [who: string, answer: string][] {
  const all = [...cells];
  return inject("isRepeated")
    ? all.filter(([, answer], index) => all.findIndex(([, other]) => other === answer) === index)
    : all;
}
