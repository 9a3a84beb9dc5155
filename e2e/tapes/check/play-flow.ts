import type { BrowserContext } from "@playwright/test";
import { committedTapes } from "@sheaf/mocks/library";
import { requestKey } from "@sheaf/mocks/tape/normalize-request";
import { isRead } from "@sheaf/mocks/tape/request-kind";
import type { Flow } from "../flow.ts";
import { replayInputs } from "../user-inputs/replay-inputs.ts";

export interface PlayedFlow {
  /** Requests that the tape lacks, and recorded writes that were not made. */
  problems: string[];
  /** Keys of recorded reads that were not made. Timing decides whether a page makes them, so they don't count as problems. */
  unusedReads: string[];
}

/** Plays a flow on its tape in the QA build. */
export async function playFlow(context: BrowserContext, flow: Flow): Promise<PlayedFlow> {
  const tape = await committedTapes.readTape(flow.name);
  const reads = new Set(
    tape.interactions.filter(({ request }) => isRead(request)).map(({ request }) => requestKey(request)),
  );
  const page = await context.newPage();
  try {
    await page.goto(withTape(tape.startPath, flow.name));
    const failures = await flow.run(page, replayInputs(page)).then(
      () => [],
      // The misses below usually tell the cause.
      (error: unknown) => [String(error)],
    );
    // A prerendered page shows what the flow waits for before its scripts have run.
    const panel = page.waitForFunction(() => window.sheafQa !== undefined, undefined, { timeout: 10_000 });
    const report = await panel.then(
      () => page.evaluate(() => window.sheafQa?.report()),
      () => undefined,
    );
    if (!report) return { problems: ["The page has no report: this isn't a QA build."], unusedReads: [] };
    const unmade = report.unused.filter((key) => !reads.has(key)).map((key) => `not made: ${key}`);
    return {
      problems: [
        ...failures,
        ...report.misses.map(({ request, reason }) => `not on the tape: ${request}\n${reason}`),
        ...(failures.length > 0 ? [] : unmade),
      ],
      unusedReads: report.unused.filter((key) => reads.has(key)),
    };
  } finally {
    await page.close();
  }
}

/** Opening the start path itself saves the redirect that `/?qa=` makes. */
function withTape(startPath: string, name: string): string {
  const [path = "", query = ""] = startPath.split("?");
  const parameters = new URLSearchParams(query);
  parameters.set("qa", name);
  return `${path}?${parameters}`;
}
