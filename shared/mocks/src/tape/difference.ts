import type { TapedRequest } from "./tape.ts";

/** What is not the same in two requests, each a line; the weightier the sooner. */
export function differences(asked: TapedRequest, taped: TapedRequest): string[] {
  return [
    ...whole("asker", asked.from, taped.from),
    ...whole("origin", asked.origin, taped.origin),
    ...whole("method", asked.method, taped.method),
    ...whole("path", asked.path, taped.path),
    ...named("query", parameters(asked), parameters(taped)),
    ...named("body", flat(asked.body), flat(taped.body)),
  ];
}

/** How far apart two requests are: another path counts for more than any difference in a body. */
export function distance(asked: TapedRequest, taped: TapedRequest): number {
  const weight = (line: string): number => {
    if (line.startsWith("asker") || line.startsWith("origin")) return 10_000;
    if (line.startsWith("path")) return 1000 * unlikeParts(asked.path, taped.path);
    return line.startsWith("method") ? 500 : 1;
  };
  return differences(asked, taped).reduce((sum, line) => sum + weight(line), 0);
}

/** Parts of one path that are not in the other. */
function unlikeParts(one: string, other: string): number {
  const parts = new Set(one.split("/"));
  const others = new Set(other.split("/"));
  const alone = (some: ReadonlySet<string>, rest: ReadonlySet<string>) =>
    [...some].filter((part) => !rest.has(part)).length;
  return alone(parts, others) + alone(others, parts);
}

function whole(what: string, asked: string, taped: string): string[] {
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

/** Values by name; of a name that comes several times, all of them. */
function parameters({ query }: TapedRequest): Map<string, string> {
  const byName = Map.groupBy(query, ([name]) => name);
  return new Map([...byName].map(([name, pairs]) => [name, pairs.map(([, value]) => value).join(", ")]));
}

/** Every value that lies in a value, by the way that leads to it. */
function flat(value: unknown, way = ""): Map<string, string> {
  if (value === undefined) return new Map();
  if (typeof value !== "object" || value === null) return new Map([[way, JSON.stringify(value)]]);
  const join = (name: string) => (way === "" ? name : `${way}.${name}`);
  return new Map(Object.entries(value).flatMap(([name, part]) => Array.from(flat(part, join(name)))));
}
