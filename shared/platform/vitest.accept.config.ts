import { scaled } from "@sheaf/testing/scaled";
import { defineConfig } from "vitest/config";
import { CoverageReporter } from "./acceptance/coverage/coverage.reporter.ts";

/** One file at a time: all of them share one platform, and some put its clock forward. */
export default defineConfig({
  test: {
    include: ["acceptance/**/*.accept.ts"],
    globalSetup: ["acceptance/global-setup.ts"],
    setupFiles: ["acceptance/coverage/record-answers.ts"],
    reporters: ["default", new CoverageReporter()],
    fileParallelism: false,
    // One process for all files: loading the client in each took as long as its specs.
    isolate: false,
    testTimeout: scaled(90_000),
    hookTimeout: scaled(60_000),
  },
});
