import { randomBytes } from "node:crypto";

/** A violation and the expected failure. */
export interface Violation {
  kind: string;
  /** Files to plant, by path from the repository root; none may exist, and no two violations of a check share one. */
  files: Record<string, string>;
  /** Must match a line of the failing output that names one of the files, so that failures for other reasons don't count. */
  expect: RegExp;
}

/** A check, and violations that it must find in one run. */
export interface Check {
  command: [string, ...string[]];
  /** Working directory of the command, from the root. */
  cwd?: string;
  /** The planted files are the command's last arguments. */
  isForFiles?: true;
  violations: Violation[];
}

function boundary(kind: string, folder: string, specifier: string): Violation {
  return {
    kind: `boundary: ${kind}`,
    files: { [`${folder}/planted-${kind.replaceAll(/\W+/g, "-")}.ts`]: `import "${specifier}";\n` },
    expect: /packages\(layers\)/,
  };
}

/** Code in `shared/mocks` that no longer matches the contract, and the compiler's error. */
function drift(kind: string, lines: string[], expect: RegExp): Violation {
  return {
    kind: `drift: ${kind}`,
    files: { [`shared/mocks/src/planted-${kind.replaceAll(/\W+/g, "-")}.ts`]: `${lines.join("\n")}\n` },
    expect,
  };
}

const dist = "shared/dev/planted-dist";

export const checks: Check[] = [
  {
    command: ["oxfmt", "--check"],
    isForFiles: true,
    violations: [
      {
        kind: "format",
        files: { "shared/contract/src/planted.ts": "export const   planted = 1\n" },
        expect: /planted\.ts/,
      },
    ],
  },
  {
    command: ["tsc", "-p", "."],
    cwd: "shared/contract",
    violations: [
      {
        kind: "types",
        files: { "shared/contract/src/planted.ts": 'export const planted: number = "one";\n' },
        expect: /TS2322/,
      },
    ],
  },
  {
    command: ["oxlint", "--type-aware", "--deny-warnings", "--format=unix"],
    isForFiles: true,
    violations: [
      {
        kind: "lint",
        files: {
          "shared/contract/src/planted.ts": 'export function planted() {\n  console.log("planted");\n}\n',
        },
        expect: /no-console/,
      },
      {
        kind: "type-aware lint",
        files: { "server/src/planted.ts": "export function planted() {\n  Promise.resolve(1);\n}\n" },
        expect: /no-floating-promises/,
      },
      {
        kind: "query without options",
        files: {
          "web/src/data/planted/planted.ts":
            'import { useQuery } from "@tanstack/react-query";\nexport const usePlanted = () => useQuery({ queryKey: ["planted"], queryFn: () => 1 });\n',
        },
        expect: /prefer-query-options/,
      },
      {
        kind: "cycle",
        files: {
          "shared/contract/src/planted-a.ts":
            'import { b } from "./planted-b.ts";\nexport const a = () => b;\n',
          "shared/contract/src/planted-b.ts":
            'import { a } from "./planted-a.ts";\nexport const b = () => a;\n',
        },
        expect: /no-cycle/,
      },
      {
        kind: "cycle of type imports",
        files: {
          "shared/contract/src/planted-c.ts":
            'import type { D } from "./planted-d.ts";\nexport interface C {\n  d: D;\n}\n',
          "shared/contract/src/planted-d.ts":
            'import type { C } from "./planted-c.ts";\nexport interface D {\n  c: C;\n}\n',
        },
        expect: /no-cycle/,
      },
      {
        kind: "an import that climbs into another package",
        files: { "shared/dev/src/planted.ts": 'export * from "../../platform/src/keys.ts";\n' },
        expect: /packages\(own\)/,
      },
      boundary("contract takes a dependency", "shared/contract/src", "react"),
      boundary("gateway imports mocks", "shared/gateway/src", "@sheaf/mocks/run"),
      boundary("platform imports gateway", "shared/platform/src", "@sheaf/gateway/compose"),
      boundary("tests of the SQL import mocks", "shared/supabase/tests", "@sheaf/mocks/run"),
      boundary("testing imports platform", "shared/testing/src", "@sheaf/platform"),
      boundary("platform imports mocks", "shared/platform/src", "@sheaf/mocks/node"),
      boundary("mocks import platform", "shared/mocks/src", "@sheaf/platform"),
      boundary("server imports platform", "server/src", "@sheaf/platform"),
      boundary("server imports mocks outside its QA entry", "server/src", "@sheaf/mocks/run"),
      boundary("server imports its QA entry elsewhere", "server/src", "./mocks/mocks-apps.ts"),
      boundary("server imports web", "server/src", "../../web/src/entries/main.entry.tsx"),
      boundary("web imports platform", "web/src", "@sheaf/platform"),
      boundary("web imports server", "web/src", "../../server/src/app.ts"),
      boundary("ui imports lib", "web/src/ui", "../lib/errors.ts"),
      boundary("lib imports data", "web/src/lib", "../data/requests/keys.ts"),
      boundary("data imports ui", "web/src/data/planted", "../../ui/forms/button.tsx"),
      boundary("a request's part imports requests", "web/src/data/files", "../requests/keys.ts"),
      boundary("step imports a feature", "web/src/steps", "../features/requests/request-list.tsx"),
      boundary("feature imports another", "web/src/features/planted", "../requests/request-list.tsx"),
      boundary("feature imports app", "web/src/features/planted", "../../app/router.tsx"),
      boundary("feature imports the client", "web/src/features/planted", "../../lib/platform.ts"),
      boundary(
        "a feature's subfolder imports another feature",
        "web/src/features/planted/room",
        "../../requests/request-list.tsx",
      ),
      boundary(
        "a feature's subfolder imports app",
        "web/src/features/planted/room",
        "../../../app/router.tsx",
      ),
      boundary(
        "a feature's subfolder imports the client",
        "web/src/features/planted/room",
        "../../../lib/platform.ts",
      ),
      boundary("specs import mocks", "e2e/specs", "@sheaf/mocks/run"),
      boundary("tapes import web", "e2e/tapes", "../../web/src/entries/main.entry.tsx"),
      boundary("e2e imports web", "e2e", "../web/src/entries/main.entry.tsx"),
    ],
  },
  {
    command: ["knip"],
    violations: [
      {
        kind: "dead code",
        files: { "web/src/lib/planted.ts": "export const planted = 1;\n" },
        expect: /planted\.ts/,
      },
    ],
  },
  {
    command: ["tsc", "-p", "."],
    cwd: "shared/mocks",
    violations: [
      drift(
        "a mock names an unknown column",
        [
          'import { restAnswers } from "./handlers/rest.ts";',
          'export const planted = restAnswers({ table: "items", rows: [{ headline: "Passport" }] });',
        ],
        /\(2,.*TS2353.*'headline' does not exist/,
      ),
      drift(
        "a mock returns the wrong type for a database function",
        [
          'import { rpcAnswers } from "./handlers/rest.ts";',
          'export const planted = rpcAnswers({ fn: "decide_item", returns: "four" });',
        ],
        /\(2,.*TS2322/,
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
        /\(5,.*TS2322.*"planted"/,
      ),
    ],
  },
  {
    command: ["tsc", "-p", "."],
    cwd: "web",
    violations: [
      {
        kind: "a column that the query doesn't read",
        files: {
          "web/src/lib/planted.ts":
            'import { selectColumns, type SelectedRow } from "./columns.ts";\nconst selection = selectColumns("members", ["role"]);\nexport const planted = (row: SelectedRow<typeof selection>) => row.user_id;\n',
        },
        expect: /\(3,.*TS2339.*'user_id'/,
      },
    ],
  },
  {
    command: ["node", "shared/dev/src/build/check-size.ts", dist],
    violations: [
      {
        kind: "page over its size budget",
        files: {
          [`${dist}/index.html`]: "",
          [`${dist}/sign-in.html`]: '<script type="module" src="/planted.js"></script>',
          [`${dist}/sign-up.html`]: '<script type="module" src="/planted.js"></script>',
          [`${dist}/planted.js`]: `export const planted = "${randomBytes(93_000).toString("base64")}";`,
        },
        expect: /sign-in\.html: .* OVER BUDGET/,
      },
    ],
  },
  {
    command: ["node", "shared/dev/src/build/check-bundle.ts", dist],
    violations: [
      {
        kind: "QA mode in the production build",
        files: { [`${dist}/planted.js`]: 'document.cookie = "sheaf-qa=planted";' },
        expect: /contains a part of QA mode: "sheaf-qa"/,
      },
    ],
  },
  {
    command: ["node", "shared/dev/src/build/check-served.ts", dist],
    violations: [
      {
        kind: "a source map among the served files",
        files: { [`${dist}/planted.js.map`]: "{}" },
        expect: /is a source map/,
      },
      {
        kind: "a compressed form with other content than its file",
        files: { [`${dist}/planted.css`]: "a{}".repeat(500), [`${dist}/planted.css.br`]: "not brotli" },
        expect: /planted\.css\.br doesn't contain the same bytes/,
      },
    ],
  },
];
