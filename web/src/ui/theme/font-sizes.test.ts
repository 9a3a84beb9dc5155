import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const source = join(import.meta.dirname, "..", "..");

test("style sheets take font sizes from tokens.css", () => {
  const sheets = globSync("**/*.css", { cwd: source }).filter((path) => !path.endsWith("tokens.css"));
  const literals = sheets.flatMap((path) =>
    Array.from(
      readFileSync(join(source, path), "utf8").matchAll(/font(?:-size)?:[^;]*\d(?:px|r?em|pt|%)[^;]*/g),
      ([declaration]) => `${path}: ${declaration}`,
    ),
  );
  expect(sheets.length).toBeGreaterThan(40);
  expect(literals).toEqual([]);
});
