import { scaled } from "@sheaf/testing/scaled";
import { defineConfig } from "vitest/config";

const server = process.env["DATABASE_URL"] ?? "";

const all = ["tests/rights/**/*.test.ts"];
const onServer = ["tests/rights/**/*.server.test.ts"];

/** For a run before a commit: every table, column, function and stored object by person, where most mistakes show. */
const core = [
  "tests/rights/catalog.test.ts",
  "tests/rights/contract.test.ts",
  "tests/rights/functions.test.ts",
  "tests/rights/grants.test.ts",
  "tests/rights/members.test.ts",
  "tests/rights/rows.test.ts",
  "tests/rights/storage.test.ts",
  "tests/rights/two-workspaces.test.ts",
];

/**
 * Files whose results can differ between the engines: privileges and messages of the catalog, dates and zones, collation,
 * patterns and Unicode, text search, and whether each function and policy works at all. The matrix and the calendar run in
 * part: one case of each kind.
 */
const ofEngines = [
  "tests/rights/calendar.test.ts",
  "tests/rights/catalog.test.ts",
  "tests/rights/contract.test.ts",
  "tests/rights/functions.test.ts",
  "tests/rights/lists.test.ts",
  "tests/rights/name-rule.test.ts",
  "tests/rights/rows.test.ts",
  "tests/rights/search.test.ts",
];

interface Run {
  name: string;
  /** Empty for the embedded engine. */
  databaseUrl: string;
  isRepeated?: boolean;
  include: string[];
  exclude: string[];
}

const matrix = ({ name, databaseUrl, isRepeated = false, include, exclude }: Run) => ({
  test: {
    name,
    include,
    exclude,
    globalSetup: "tests/rights/testing/global-setup.ts",
    provide: { databaseUrl, isRepeated },
    // All files talk to one platform, whose embedded engine answers one transaction at a time.
    fileParallelism: false,
    // A process and new connections for each file cost more than most files: PL/pgSQL compiles for each connection.
    isolate: false,
    testTimeout: scaled(60_000),
    hookTimeout: scaled(60_000),
  },
});

/**
 * The rights matrix runs once: `core` and `more` on the server in `DATABASE_URL` if there is one, otherwise on the
 * embedded engine. `engines` repeats on the embedded engine what can differ from the server.
 */
export default defineConfig({
  test: {
    maxWorkers: 1,
    projects: [
      matrix({ name: "core", databaseUrl: server, include: core, exclude: [] }),
      matrix({
        name: "more",
        databaseUrl: server,
        include: all,
        exclude: server === "" ? [...core, ...onServer] : core,
      }),
      matrix({ name: "engines", databaseUrl: "", isRepeated: true, include: ofEngines, exclude: [] }),
    ],
  },
});
