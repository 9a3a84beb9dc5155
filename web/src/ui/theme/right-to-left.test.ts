import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const source = join(import.meta.dirname, "..", "..");

/** A comment with one of these on the same line or the one above permits a physical side, and says why. */
const reason = /\b(?:coordinate of a picture|edge of the device|in both directions): \w/;

const namedSide =
  /(?<![\w.#-])(?:left|right)(?![\w-])|(?:margin|padding|border|scroll|top|bottom)-(?:left|right)(?!\w)/;
const sidesOfFour =
  /(?<![\w-])(?:margin|padding|inset|scroll-(?:margin|padding)|border-(?:width|color|style)): *(.+?);/;
const corners = /(?<![\w-])border-radius: *([^;/]+?);/;
const sideways =
  /(?:translateX\(|translate3d\(|(?<![\w-])(?:translate|background-position):(?! *(?:0\b|none|center))[^;]*)/;

/** Parts of a value, each with its parentheses. */
function partsOf(value: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  for (const part of value.split(" ")) {
    if (depth > 0) parts.push(`${parts.pop()} ${part}`);
    else parts.push(part);
    depth += part.split("(").length - part.split(")").length;
  }
  return parts;
}

function namesASide(line: string): boolean {
  const code = line.replaceAll(/\/\*.*?\*\//g, "").replaceAll(/env\([\w-]+\)/g, "");
  const [, right, , left] = partsOf(sidesOfFour.exec(code)?.[1] ?? "");
  if (left !== undefined && left !== right) return true;
  const radii = partsOf(corners.exec(code)?.[1] ?? "");
  const [topLeft, topRight = topLeft, bottomRight = topLeft, bottomLeft = topRight] = radii;
  if (topLeft !== topRight || bottomLeft !== bottomRight) return true;
  return namedSide.test(code) || (sideways.test(code) && !code.includes("--onward"));
}

/** Lines of a style sheet that name a side of the screen without a reason. */
function sidesIn(sheet: string): string[] {
  const lines = sheet.split("\n");
  let isComment = false;
  return lines.filter((line, index) => {
    const inComment = isComment;
    if (line.includes("/*")) isComment = true;
    if (line.includes("*/")) isComment = false;
    if (inComment || /^\s*\/\*/.test(line)) return false;
    const above = lines[index - 1] ?? "";
    return namesASide(line) && !reason.test(line) && !(/^\s*\/?\*/.test(above) && reason.test(above));
  });
}

const read = (path: string) => readFileSync(join(source, path), "utf8");

test("style sheets name the start and the end of a line, not left and right", () => {
  const sheets = globSync("**/*.css", { cwd: source });
  expect(sheets.length).toBeGreaterThan(100);
  expect(sheets.flatMap((path) => sidesIn(read(path)).map((line) => `${path}: ${line.trim()}`))).toEqual([]);
});

test.each([
  "margin-left: 4px;",
  "  right: 0;",
  "inset: 0 0 0 auto;",
  "padding: 1px 2px 3px calc(4px + 5px);",
  "text-align: right;",
  "float: left;",
  "border-top-left-radius: 4px;",
  "border-radius: 4px 0 0 4px;",
  "background: linear-gradient(to right, red, blue);",
  "background: url(a.png) right 4px center;",
  "translate: 4px 0;",
  "transform: translateX(-50%);",
  "background-position: -200% 0;",
])("%s is refused, and permitted with a reason", (line) => {
  expect(sidesIn(line)).toEqual([line]);
  expect(sidesIn(`${line} /* coordinate of a picture: its left edge */`)).toEqual([]);
  expect(sidesIn(`/* edge of the device: the camera */\n${line}`)).toEqual([]);
  expect(sidesIn(`/* by design */\n${line}`)).toEqual([line]);
});

test.each([
  "margin-inline-start: 4px;",
  "inset: 0;",
  "padding: 1px 2px 3px;",
  "padding: 1px 2px 3px 2px;",
  "border-radius: 4px 4px 0 0;",
  "width: max(env(safe-area-inset-left), env(safe-area-inset-right));",
  "translate: 0 -50%;",
  ".left {",
  "/* What is left. */",
  "background-position: calc(var(--onward) * -200%) 0;",
])("%s is permitted", (line) => {
  expect(sidesIn(line)).toEqual([]);
});

test("scripts and markup name no side of the screen either", () => {
  const side =
    /["'`;{\s](?:margin|padding|border)-(?:left|right)\b|(?:margin|padding|border)(?:Left|Right)\b|text-align: ?(?:left|right)|\.style\.(?:left|right)\b|\bscrollLeft\b|scroll(?:By|To)?\(\{ left:|\bArrow(?:Left|Right):/;
  const scripts = globSync("**/*.{ts,tsx}", { cwd: source }).filter((path) => !path.includes(".test."));
  expect(scripts.length).toBeGreaterThan(500);
  const found = scripts.flatMap((path) => {
    const lines = read(path).split("\n");
    return lines
      .filter(
        (line, index) =>
          side.test(line) && !lines.slice(Math.max(0, index - 2), index).some((above) => reason.test(above)),
      )
      .map((line) => `${path}: ${line.trim()}`);
  });
  expect(found).toEqual([]);
});

/** Icons with a direction in their name that isn't one along the line, or whose turn is that of a clock. */
const sameInBoth = new Set([
  "ArrowDownToLine",
  "ArrowUpToLine",
  "ChevronDown",
  "ChevronUp",
  "ChevronsUpDown",
]);

test("every icon that points along the line is mirrored", () => {
  const imports = globSync("**/*.tsx", { cwd: source }).flatMap((path) =>
    Array.from(read(path).matchAll(/import \{([^}]*)\} from "lucide-react"/g), ([, names = ""]) => names),
  );
  const icons = new Set(
    imports.flatMap((names) => names.split(",").map((name) => name.trim().replace(/ as .*/, ""))),
  );
  const pointing = [...icons].filter(
    (name) =>
      /Left|Right|^Arrow|^Chevron|Undo|Redo|Reply|Forward|^Send|^Log(?:In|Out)$/.test(name) &&
      !sameInBoth.has(name),
  );
  const rules = read("ui/theme/base.css");
  const classOf = (name: string) => `.lucide-${name.replaceAll(/(?<=[a-z])(?=[A-Z\d])/g, "-").toLowerCase()}`;
  expect(pointing).toContain("ChevronRight");
  expect(pointing.filter((name) => !rules.includes(`${classOf(name)},`))).toEqual([]);
});
