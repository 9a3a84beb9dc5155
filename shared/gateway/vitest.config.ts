import { scaled } from "@sheaf/testing/scaled";
import { defineConfig } from "vitest/config";

/** Files that open a database for each test. */
const slow = ["src/standalone/*.test.ts"];

/** A platform costs about 250 MB and a core while it starts, so no more than two files run at a time. */
const limits = { maxWorkers: 2, testTimeout: scaled(90_000), hookTimeout: scaled(60_000) };

export default defineConfig({
  test: {
    ...limits,
    projects: [
      { test: { ...limits, name: "quick", include: ["src/**/*.test.ts"], exclude: slow } },
      { test: { ...limits, name: "slow", include: slow } },
    ],
  },
});
