import { defineConfig } from "vitest/config";
import { scaled } from "../dev/src/tests/scaled.ts";

const server = process.env["DATABASE_URL"];

const all = ["rights/**/*.test.ts"];
const onServer = ["rights/**/*.server.test.ts"];

/** A fifth of the embedded run; left to `test:all`, so that a run before a commit takes ten minutes. */
const slow = ["rights/calendar.test.ts", "rights/caps.test.ts", "rights/oracles.test.ts"];

interface Run {
  name: string;
  /** Empty for the embedded engine. */
  databaseUrl: string;
  include: string[];
  exclude: string[];
}

const matrix = ({ name, databaseUrl, include, exclude }: Run) => ({
  test: {
    name,
    include,
    exclude,
    globalSetup: "rights/testing/global-setup.ts",
    provide: { databaseUrl },
    // All files talk to one platform, whose embedded engine answers one transaction at a time.
    fileParallelism: false,
    testTimeout: scaled(60_000),
    hookTimeout: scaled(60_000),
  },
});

/** The rights matrix: on the embedded engine, and once more on a real server where `DATABASE_URL` names one. */
export default defineConfig({
  test: {
    maxWorkers: 1,
    projects: [
      matrix({ name: "embedded", databaseUrl: "", include: all, exclude: [...onServer, ...slow] }),
      matrix({ name: "embedded-slow", databaseUrl: "", include: slow, exclude: [] }),
      ...(server ? [matrix({ name: "server", databaseUrl: server, include: all, exclude: [] })] : []),
    ],
  },
});
