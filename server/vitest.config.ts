import { scaled } from "@sheaf/testing/scaled";
import { defineConfig } from "vitest/config";

/** Each test starts the worker on a platform that was reset. */
const slow = ["src/worker/*/*.test.ts"];

const settings = {
  globalSetup: "src/testing/bundles.setup.ts",
  hookTimeout: scaled(60_000),
  testTimeout: scaled(60_000),
  maxWorkers: 2,
  // A process for each file would load the platform and its engine again.
  isolate: false,
};

export default defineConfig({
  test: {
    ...settings,
    projects: [
      { test: { ...settings, name: "quick", include: ["src/**/*.test.ts"], exclude: slow } },
      { test: { ...settings, name: "slow", include: slow } },
    ],
  },
});
