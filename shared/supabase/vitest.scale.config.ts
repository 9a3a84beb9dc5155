import { scaled } from "@sheaf/testing/scaled";
import { defineConfig } from "vitest/config";

/** Bounds of the page's queries on a large workspace, on the server in `DATABASE_URL`. */
export default defineConfig({
  test: {
    include: ["tests/scale/**/*.server.test.ts"],
    maxWorkers: 1,
    testTimeout: scaled(20_000),
    hookTimeout: scaled(240_000),
  },
});
