import { test } from "vitest";
import { target } from "./target.ts";

/**
 * A test that puts the platform's clock forward. Where the clock is the real one it is skipped, by this name,
 * because waiting for a code to grow old is no test.
 */
export function testWithClock(name: string, run: () => Promise<void>): void {
  test(`${name} (needs a movable clock)`, async (context) => {
    if (!target().clockUrl) return context.skip();
    return run();
  });
}

/** @throws where the platform has no movable clock. */
export async function putForward(seconds: number): Promise<void> {
  const { clockUrl } = target();
  if (!clockUrl) throw new Error("The clock of this platform cannot be moved");
  await fetch(clockUrl, { method: "POST", body: String(seconds) });
}

/** Past the least interval between two mails, whatever a platform has set it to within reason. Seconds. */
export const mailInterval = 120;
