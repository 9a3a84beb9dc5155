import { defineConfig } from "vitest/config";

/** A platform costs about 250 MB and a core while it starts: two files at a time. */
export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "acceptance/**/*.test.ts"],
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
