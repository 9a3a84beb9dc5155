import { scaled } from "@sheaf/testing/scaled";
import { defineConfig } from "vitest/config";

/** Files that boot a platform for each test, apply every migration anew or send thousands of requests. */
const slow = [
  "src/auth/accounts/sign-up-rules.test.ts",
  "src/auth/email/*.test.ts",
  "src/auth/hooks/*.test.ts",
  "src/auth/http/captcha.test.ts",
  "src/auth/password/password-rules.test.ts",
  "src/email/smtp.test.ts",
  "src/platform.test.ts",
  "src/database/hosted/*.test.ts",
  "src/database/migrations/apply-migrations.test.ts",
  "src/database/migrations/existing-rows.test.ts",
  "src/storage/resumable/killed-platform.test.ts",
  "src/testing/hostile/*.test.ts",
];

/** A platform costs about 250 MB and a core while it starts, so no more than two files run at a time. */
const limits = {
  maxWorkers: 2,
  // A process for each file would load the platform and its engine again.
  isolate: false,
  testTimeout: scaled(90_000),
  hookTimeout: scaled(60_000),
};

export default defineConfig({
  test: {
    ...limits,
    projects: [
      {
        test: {
          ...limits,
          name: "quick",
          include: ["src/**/*.test.ts", "acceptance/**/*.test.ts"],
          exclude: slow,
        },
      },
      { test: { ...limits, name: "slow", include: slow } },
    ],
  },
});
