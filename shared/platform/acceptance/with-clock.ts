import { test } from "vitest";
import { target } from "./target.ts";

/**
 * A test that advances the platform's clock. Skipped where the clock is real, because tests don't wait for a code
 * to expire.
 */
export function testWithClock(name: string, run: () => Promise<void>): void {
  test(`${name} (needs a movable clock)`, async (context) => {
    if (!target().clockUrl) return context.skip();
    return run();
  });
}

/** @throws if the platform has no movable clock. */
export async function putForward(seconds: number): Promise<void> {
  const { clockUrl } = target();
  if (!clockUrl) throw new Error("This platform's clock can't be moved");
  await fetch(clockUrl, { method: "POST", body: String(seconds) });
}

/** Longer than any reasonable frequency limit for emails. Seconds. */
export const emailInterval = 120;
