import { randomBytes } from "node:crypto";

/** A violation and the expected failure. */
export interface Violation {
  kind: string;
  /** Files to plant, by path from the repository root; none may exist. */
  files: Record<string, string>;
  command: [string, ...string[]];
  /** Working directory of the command, from the root. */
  cwd?: string;
  /** Must match the failing output, so that failures for other reasons don't count. */
  expect: RegExp;
}

const lint: [string, ...string[]] = ["oxlint", "--type-aware", "--deny-warnings"];

function boundary(kind: string, path: string, specifier: string): Violation {
  return {
    kind: `boundary: ${kind}`,
    files: { [path]: `import "${specifier}";\n` },
    command: [...lint, path],
    expect: /no-restricted-imports/,
  };
}

/** Code in `shared/mocks` that no longer matches the contract, and the compiler's error. */
function drift(kind: string, lines: string[], expect: RegExp): Violation {
  return {
    kind: `drift: ${kind}`,
    files: { "shared/mocks/src/planted.ts": `${lines.join("\n")}\n` },
    command: ["tsc", "-p", "."],
    cwd: "shared/mocks",
    expect,
  };
}

const dist = "shared/dev/planted-dist";

export const violations: Violation[] = [
  {
    kind: "format",
    files: { "shared/contract/src/planted.ts": "export const   planted = 1\n" },
    command: ["oxfmt", "--check", "shared/contract/src/planted.ts"],
    expect: /planted\.ts/,
  },
  {
    kind: "types",
    files: { "shared/contract/src/planted.ts": 'export const planted: number = "one";\n' },
    command: ["tsc", "-p", "."],
    cwd: "shared/contract",
    expect: /planted\.ts.*TS2322/,
  },
  {
    kind: "lint",
    files: {
      "shared/contract/src/planted.ts": 'export function planted() {\n  console.log("planted");\n}\n',
    },
    command: [...lint, "shared/contract/src/planted.ts"],
    expect: /no-console/,
  },
  {
    kind: "type-aware lint",
    files: { "server/src/planted.ts": "export function planted() {\n  Promise.resolve(1);\n}\n" },
    command: [...lint, "server/src/planted.ts"],
    expect: /no-floating-promises/,
  },
  {
    kind: "query without options",
    files: {
      "web/src/data/planted/planted.ts":
        'import { useQuery } from "@tanstack/react-query";\nexport const usePlanted = () => useQuery({ queryKey: ["planted"], queryFn: () => 1 });\n',
    },
    command: [...lint, "web/src/data/planted/planted.ts"],
    expect: /prefer-query-options/,
  },
  {
    kind: "cycle",
    files: {
      "shared/contract/src/planted-a.ts": 'import { b } from "./planted-b.ts";\nexport const a = () => b;\n',
      "shared/contract/src/planted-b.ts": 'import { a } from "./planted-a.ts";\nexport const b = () => a;\n',
    },
    command: [...lint, "shared/contract/src"],
    expect: /no-cycle/,
  },
  {
    kind: "cycle of type imports",
    files: {
      "shared/contract/src/planted-a.ts":
        'import type { B } from "./planted-b.ts";\nexport interface A {\n  b: B;\n}\n',
      "shared/contract/src/planted-b.ts":
        'import type { A } from "./planted-a.ts";\nexport interface B {\n  a: A;\n}\n',
    },
    command: [...lint, "shared/contract/src"],
    expect: /no-cycle/,
  },
  {
    kind: "an import that climbs into another package",
    files: { "shared/dev/src/planted.ts": 'export * from "../../platform/src/keys.ts";\n' },
    command: [...lint, "shared/dev/src/planted.ts"],
    expect: /packages\(own\)/,
  },
  {
    kind: "dead code",
    files: { "web/src/lib/planted.ts": "export const planted = 1;\n" },
    command: ["knip"],
    expect: /planted\.ts/,
  },
  {
    kind: "page over its size budget",
    files: {
      [`${dist}/index.html`]: "",
      [`${dist}/sign-in.html`]: '<script type="module" src="/planted.js"></script>',
      [`${dist}/sign-up.html`]: '<script type="module" src="/planted.js"></script>',
      [`${dist}/planted.js`]: `export const planted = "${randomBytes(93_000).toString("base64")}";`,
    },
    command: ["node", "shared/dev/src/build/check-size.ts", dist],
    expect: /sign-in\.html: .* OVER BUDGET/,
  },
  drift(
    "a mock names an unknown column",
    [
      'import { restAnswers } from "./handlers/rest.ts";',
      'export const planted = restAnswers({ table: "items", rows: [{ headline: "Passport" }] });',
    ],
    /planted\.ts\(2,.*TS2353.*'headline' does not exist/,
  ),
  drift(
    "a mock returns the wrong type for a database function",
    [
      'import { rpcAnswers } from "./handlers/rest.ts";',
      'export const planted = rpcAnswers({ fn: "decide_item", returns: "four" });',
    ],
    /planted\.ts\(2,.*TS2322/,
  ),
  drift(
    "a scenario fails with a code that is not in the catalogue",
    [
      'import { refused } from "./scenarios/refusals.ts";',
      'import type { Scenario } from "./scenarios/scenario.ts";',
      "export const planted: Scenario = {",
      '  description: "Planted.",',
      '  wrap: () => async (request) => refused(request, { status: 403, code: "planted" }),',
      "};",
    ],
    /planted\.ts\(5,.*TS2322.*"planted"/,
  ),
  {
    kind: "a query lacks a column",
    files: {
      "web/src/lib/planted.ts":
        'import { selectColumns } from "./columns.ts";\nexport const planted = selectColumns("members", ["role"]).without<"user_id" | "created_at">();\n',
    },
    command: ["tsc", "-p", "."],
    cwd: "web",
    expect: /planted\.ts\(2,[^]*required in type '\{ forgotten: "workspace_id"; \}'/,
  },
  {
    kind: "QA mode in the production build",
    files: { [`${dist}/planted.js`]: 'document.cookie = "sheaf-qa=planted";' },
    command: ["node", "shared/dev/src/build/check-bundle.ts", dist],
    expect: /planted\.js contains a part of QA mode: "sheaf-qa"/,
  },
  {
    kind: "a source map among the served files",
    files: { [`${dist}/planted.js.map`]: "{}" },
    command: ["node", "shared/dev/src/build/check-served.ts", dist],
    expect: /planted\.js\.map is a source map/,
  },
  {
    kind: "a compressed form with other content than its file",
    files: { [`${dist}/planted.css`]: "a{}".repeat(500), [`${dist}/planted.css.br`]: "not brotli" },
    command: ["node", "shared/dev/src/build/check-served.ts", dist],
    expect: /planted\.css\.br doesn't contain the same bytes/,
  },
  boundary("contract takes a dependency", "shared/contract/src/planted.ts", "react"),
  boundary("gateway imports mocks", "shared/gateway/src/planted.ts", "@sheaf/mocks/run"),
  boundary("platform imports gateway", "shared/platform/src/planted.ts", "@sheaf/gateway/compose"),
  boundary("tests of the SQL import mocks", "shared/supabase/tests/planted.ts", "@sheaf/mocks/run"),
  boundary("testing imports platform", "shared/testing/src/planted.ts", "@sheaf/platform"),
  boundary("platform imports mocks", "shared/platform/src/planted.ts", "@sheaf/mocks/node"),
  boundary("mocks import platform", "shared/mocks/src/planted.ts", "@sheaf/platform"),
  boundary("server imports platform", "server/src/planted.ts", "@sheaf/platform"),
  boundary("server imports mocks outside its QA entry", "server/src/planted.ts", "@sheaf/mocks/run"),
  boundary("server imports its QA entry elsewhere", "server/src/planted.ts", "./mocks/mocks-apps.ts"),
  boundary("server imports web", "server/src/planted.ts", "../../web/src/entries/main.entry.tsx"),
  boundary("web imports platform", "web/src/planted.ts", "@sheaf/platform"),
  boundary("web imports server", "web/src/planted.ts", "../../server/src/app.ts"),
  boundary("ui imports lib", "web/src/ui/planted.ts", "../lib/errors.ts"),
  boundary("lib imports data", "web/src/lib/planted.ts", "../data/requests/keys.ts"),
  boundary("data imports ui", "web/src/data/planted/planted.ts", "../../ui/forms/button.tsx"),
  boundary("step imports a feature", "web/src/steps/planted.ts", "../features/requests/request-list.tsx"),
  boundary("feature imports another", "web/src/features/planted/planted.ts", "../requests/request-list.tsx"),
  boundary("feature imports app", "web/src/features/planted/planted.ts", "../../app/router.tsx"),
  boundary("feature imports the client", "web/src/features/planted/planted.ts", "../../lib/platform.ts"),
  boundary(
    "a feature's subfolder imports another feature",
    "web/src/features/planted/room/planted.ts",
    "../../requests/request-list.tsx",
  ),
  boundary(
    "a feature's subfolder imports app",
    "web/src/features/planted/room/planted.ts",
    "../../../app/router.tsx",
  ),
  boundary(
    "a feature's subfolder imports the client",
    "web/src/features/planted/room/planted.ts",
    "../../../lib/platform.ts",
  ),
  boundary("specs import mocks", "e2e/specs/planted.ts", "@sheaf/mocks/run"),
  boundary("tapes import web", "e2e/tapes/planted.ts", "../../web/src/entries/main.entry.tsx"),
  boundary("e2e imports web", "e2e/planted.ts", "../web/src/entries/main.entry.tsx"),
];
