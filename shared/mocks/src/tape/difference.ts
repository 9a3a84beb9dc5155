import type { RecordedRequest } from "./tape.ts";

/** Differences between two requests, one line each, the most significant first. */
export function differences(asked: RecordedRequest, taped: RecordedRequest): string[] {
  return [
    ...compareText("source", asked.from, taped.from),
    ...compareText("origin", asked.origin, taped.origin),
    ...compareText("method", asked.method, taped.method),
    ...compareText("path", asked.path, taped.path),
    ...named("query", parameters(asked), parameters(taped)),
    ...named("body", flat(asked.body), flat(taped.body)),
  ];
}

/** Distance between two requests. A different path outweighs any difference in the body. */
export function distance(asked: RecordedRequest, taped: RecordedRequest): number {
  const weight = (line: string): number => {
    if (line.startsWith("source") || line.startsWith("origin")) return 10_000;
    if (line.startsWith("path")) return 1000 * countDifferentSegments(asked.path, taped.path);
    return line.startsWith("method") ? 500 : 1;
  };
  return differences(asked, taped).reduce((sum, line) => sum + weight(line), 0);
}

/** Number of path segments that only one of the two has. */
function countDifferentSegments(one: string, other: string): number {
  const parts = new Set(one.split("/"));
  const others = new Set(other.split("/"));
  const missingFrom = (some: ReadonlySet<string>, rest: ReadonlySet<string>) =>
    [...some].filter((part) => !rest.has(part)).length;
  return missingFrom(parts, others) + missingFrom(others, parts);
}

function compareText(what: string, asked: string, taped: string): string[] {
  return asked === taped ? [] : [`${what}: ${asked} instead of ${taped}`];
}

function named(
  what: string,
  asked: ReadonlyMap<string, string>,
  taped: ReadonlyMap<string, string>,
): string[] {
  const names = new Set([...asked.keys(), ...taped.keys()]);
  return [...names]
    .filter((name) => asked.get(name) !== taped.get(name))
    .map(
      (name) => `${what} ${name}: ${asked.get(name) ?? "nothing"} instead of ${taped.get(name) ?? "nothing"}`,
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
