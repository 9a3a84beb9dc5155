import { scaled } from "@sheaf/testing/scaled";
import { defineConfig } from "vitest/config";

/** Starts several deployments, and looks at each dozens of times. */
const slow = ["src/deployment/check-deployment.test.ts"];

const limits = { maxWorkers: 2, testTimeout: scaled(60_000), hookTimeout: scaled(60_000) };

export default defineConfig({
  test: {
    ...limits,
    projects: [
      { test: { ...limits, name: "quick", include: ["src/**/*.test.ts"], exclude: slow } },
      { test: { ...limits, name: "slow", include: slow } },
    ],
  },
});
