import { defineConfig } from "vitest/config";
import { scaled } from "../shared/dev/src/tests/scaled.ts";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts"],
    globalSetup: "src/testing/bundles.setup.ts",
    hookTimeout: scaled(60_000),
    testTimeout: scaled(20_000),
    maxWorkers: 2,
  },
});
