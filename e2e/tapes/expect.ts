import { expect as base } from "@playwright/test";

/** Flows are walked outside the test runner, which would say how long to wait. */
export const expect = base.configure({ timeout: 15_000 });
