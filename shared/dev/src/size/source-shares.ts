const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** As much of a source map as is read here. */
export interface SourceMap {
  sources: string[];
  mappings: string;
}

/**
 * How many characters of a built file come from each of its sources, by the file's source map. What no source answers
 * for, the bundler's own lines, is counted under `undefined`.
 */
export function charactersBySource(code: string, map: SourceMap): Map<string | undefined, number> {
  const counts = new Map<string | undefined, number>();
  const add = (source: string | undefined, characters: number) =>
    counts.set(source, (counts.get(source) ?? 0) + characters);
  const lines = code.split("\n");
  let source = 0;
  for (const [index, segments] of map.mappings.split(";").entries()) {
    let column = 0;
    let owner: string | undefined;
    for (const segment of segments.split(",").filter(Boolean)) {
      const [columns = 0, sources] = decode(segment);
      add(owner, columns);
      column += columns;
      source += sources ?? 0;
      owner = sources === undefined ? undefined : map.sources[source];
    }
    add(owner, Math.max(0, (lines[index]?.length ?? 0) - column));
  }
  return counts;
}

/** The signed numbers of one segment of a source map: five bits to a letter, the last letter below 32. */
function decode(segment: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (const letter of segment) {
    const digit = alphabet.indexOf(letter);
    value += (digit & 31) << shift;
    if (digit & 32) {
      shift += 5;
    } else {
      numbers.push(value & 1 ? -(value >> 1) : value >> 1);
      value = 0;
      shift = 0;
    }
  }
  return numbers;
}

/** The package that a source belongs to; our own by its folder. */
export function packageOf(source: string | undefined): string {
  if (source === undefined) return "(bundler)";
  const installed = source.split("node_modules/").at(-1);
  if (installed !== undefined && installed !== source) {
    return installed
      .split("/")
      .slice(0, installed.startsWith("@") ? 2 : 1)
      .join("/");
  }
  if (source.includes("shared/contract/")) return "ours: contract";
  return source.includes("src/") ? `ours: web/${source.split("src/").at(-1)?.split("/")[0]}` : "(bundler)";
}
