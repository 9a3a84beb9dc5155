import type { RecordedRequest } from "./tape.ts";

/** Differences between two requests, one line each, the most significant first. */
export function differences(actual: RecordedRequest, taped: RecordedRequest): string[] {
  return [
    ...compareText("source", actual.from, taped.from),
    ...compareText("origin", actual.origin, taped.origin),
    ...compareText("method", actual.method, taped.method),
    ...compareText("path", actual.path, taped.path),
    ...named("query", parameters(actual), parameters(taped)),
    ...named("body", flat(actual.body), flat(taped.body)),
  ];
}

/** Distance between two requests. A different path outweighs any difference in the body. */
export function distance(actual: RecordedRequest, taped: RecordedRequest): number {
  const weight = (line: string): number => {
    if (line.startsWith("source") || line.startsWith("origin")) return 10_000;
    if (line.startsWith("path")) return 1000 * countDifferentSegments(actual.path, taped.path);
    return line.startsWith("method") ? 500 : 1;
  };
  return differences(actual, taped).reduce((sum, line) => sum + weight(line), 0);
}

/** Number of path segments that only one of the two has. */
function countDifferentSegments(one: string, other: string): number {
  const parts = new Set(one.split("/"));
  const others = new Set(other.split("/"));
  const missingFrom = (some: ReadonlySet<string>, rest: ReadonlySet<string>) =>
    [...some].filter((part) => !rest.has(part)).length;
  return missingFrom(parts, others) + missingFrom(others, parts);
}

function compareText(what: string, actual: string, taped: string): string[] {
  return actual === taped ? [] : [`${what}: ${actual} instead of ${taped}`];
}

function named(
  what: string,
  actual: ReadonlyMap<string, string>,
  taped: ReadonlyMap<string, string>,
): string[] {
  const names = new Set([...actual.keys(), ...taped.keys()]);
  return [...names]
    .filter((name) => actual.get(name) !== taped.get(name))
    .map(
      (name) =>
        `${what} ${name}: ${actual.get(name) ?? "nothing"} instead of ${taped.get(name) ?? "nothing"}`,
    );
}

/** Values by name; repeated parameters are joined. */
function parameters({ query }: RecordedRequest): Map<string, string> {
  const byName = Map.groupBy(query, ([name]) => name);
  return new Map([...byName].map(([name, pairs]) => [name, pairs.map(([, value]) => value).join(", ")]));
}

/** Primitive values by their path. */
function flat(value: unknown, way = ""): Map<string, string> {
  if (value === undefined) return new Map();
  if (typeof value !== "object" || value === null) return new Map([[way, JSON.stringify(value)]]);
  const join = (name: string) => (way === "" ? name : `${way}.${name}`);
  return new Map(Object.entries(value).flatMap(([name, part]) => Array.from(flat(part, join(name)))));
}
