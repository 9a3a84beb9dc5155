import { expect as base } from "@playwright/test";

/** Flows run outside the test runner, which would set the timeout. */
export const expect = base.configure({ timeout: 15_000 });
