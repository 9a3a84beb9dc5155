import { defineConfig } from "vitest/config";
import { scaled } from "../dev/src/tests/scaled.ts";

const server = process.env["DATABASE_URL"];

/** One run of the matrix; `databaseUrl` empty is the embedded engine. */
const engine = (name: string, databaseUrl: string) => ({
  test: {
    name,
    include: ["rights/**/*.test.ts"],
    exclude: databaseUrl === "" ? ["rights/**/*.server.test.ts"] : [],
    globalSetup: "rights/testing/global-setup.ts",
    provide: { databaseUrl },
    // All files talk to one platform, whose embedded engine answers one transaction at a time.
    fileParallelism: false,
    testTimeout: scaled(20_000),
    hookTimeout: scaled(60_000),
  },
});

/** The rights matrix: on the embedded engine, and once more on a real server where `DATABASE_URL` names one. */
export default defineConfig({
  test: {
    maxWorkers: 1,
    projects: [engine("embedded", ""), ...(server ? [engine("server", server)] : [])],
  },
});
