import { defineConfig } from "vitest/config";
import { scaled } from "./src/tests/scaled.ts";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts"],
    testTimeout: scaled(20_000),
    hookTimeout: scaled(60_000),
    maxWorkers: 2,
  },
});
