import { defineConfig } from "vitest/config";

// A file that starts the local platform needs a few seconds before its first test.
export default defineConfig({
  test: { include: ["src/**/*.test.ts"], hookTimeout: 60_000, testTimeout: 20_000, maxWorkers: 1 },
});
